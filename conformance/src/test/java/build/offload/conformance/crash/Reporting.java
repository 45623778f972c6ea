package build.offload.conformance.crash;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.lang.reflect.AccessFlag;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Has the methods that marks name report their ways in and out to the agent. */
final class Reporting implements ClassFileTransformer {

    private static final ClassDesc AGENT = ClassDesc.of(CrashAgent.class.getName());
    private static final MethodTypeDesc REACHED =
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object, ConstantDescs.CD_String);

    private final List<Mark> marks;
    private final Set<String> done = ConcurrentHashMap.newKeySet();

    Reporting(List<Mark> marks) {
        this.marks = List.copyOf(marks);
    }

    /** Return the names of the classes that report by now. */
    Set<String> done() {
        return Set.copyOf(done);
    }

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> known, ProtectionDomain domain, byte[] bytes) {
        List<Mark> here = marks.stream()
                .filter(mark -> mark.type().replace('.', '/').equals(name))
                .toList();
        if (here.isEmpty()) {
            // By which a transformer leaves a class as it is.
            return null;
        }
        byte[] reporting = transformed(loader, bytes, here);
        done.add(here.getFirst().type());
        return reporting;
    }

    private static byte[] transformed(ClassLoader loader, byte[] bytes, List<Mark> here) {
        ClassFile file = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(loader).orElse(ClassHierarchyResolver.defaultResolver())));
        return file.transformClass(file.parse(bytes), (builder, element) -> {
            if (element instanceof MethodModel method && method.code().isPresent()) {
                builder.transformMethod(method, (to, part) -> {
                    if (part instanceof CodeModel code) {
                        to.transformCode(code, reporting(method, here));
                    } else {
                        to.with(part);
                    }
                });
            } else {
                builder.with(element);
            }
        });
    }

    private static CodeTransform reporting(MethodModel method, List<Mark> here) {
        List<Mark> marks = here.stream()
                .filter(mark -> method.methodName().equalsString(mark.method()))
                .toList();
        List<Mark> outs = marks.stream().filter(mark -> !mark.entry()).toList();
        List<Mark> ins = marks.stream().filter(Mark::entry).toList();
        CodeTransform atReturns = (to, element) -> {
            if (element instanceof ReturnInstruction) {
                outs.forEach(mark -> report(to, method, mark));
            }
            to.with(element);
        };
        return ins.isEmpty()
                ? atReturns
                : atReturns.andThen(new AtStart(to -> ins.forEach(mark -> report(to, method, mark))));
    }

    /** Puts something before a method's first instruction. */
    private record AtStart(Consumer<CodeBuilder> what) implements CodeTransform {
        @Override
        public void atStart(CodeBuilder to) {
            what.accept(to);
        }

        @Override
        public void accept(CodeBuilder to, CodeElement element) {
            to.with(element);
        }
    }

    /** An argument is handed over where the method's first is an object; else nothing is. */
    private static void report(CodeBuilder to, MethodModel method, Mark mark) {
        boolean object = method.methodTypeSymbol().parameterCount() > 0
                && !method.methodTypeSymbol().parameterType(0).isPrimitive();
        if (object) {
            to.aload(method.flags().has(AccessFlag.STATIC) ? 0 : 1);
        } else {
            to.aconst_null();
        }
        to.loadConstant(mark.place()).invokestatic(AGENT, "reached", REACHED);
    }
}
