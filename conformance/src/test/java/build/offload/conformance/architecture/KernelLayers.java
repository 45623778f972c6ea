package build.offload.conformance.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;
import java.util.stream.IntStream;

/** The kernel's packages, bottom to top. */
final class KernelLayers {

    private static final String KERNEL = "build.offload.kernel";

    /** Packages of one line may know each other, as long as they form no circle. */
    static final List<List<String>> BOTTOM_TO_TOP = List.of(
            List.of("world", "json"),
            List.of("redact", "access"),
            List.of("store"),
            List.of("event"),
            List.of("transition"),
            List.of("fleet", "dispatch", "snapshot", "job", "ci", "coordination"),
            List.of("plugin"),
            List.of("reconcile"),
            List.of("status"),
            List.of("metric"),
            List.of("controller"));

    private KernelLayers() {}

    static ArchRule rule() {
        return classes().that().resideInAPackage(KERNEL + "..").should(lookDown());
    }

    static ArchCondition<JavaClass> haveALayer() {
        return new ArchCondition<>("have a layer") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                boolean known = type.getPackageName().equals(KERNEL) || layer(type) >= 0;
                events.add(new SimpleConditionEvent(type, known, type.getName() + " is in no layer of KernelLayers"));
            }
        };
    }

    private static ArchCondition<JavaClass> lookDown() {
        return new ArchCondition<>("depend on their own layer or below") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                type.getDirectDependenciesFromSelf().stream()
                        .filter(dependency -> layer(type) >= 0 && layer(dependency.getTargetClass()) > layer(type))
                        .forEach(dependency ->
                                events.add(SimpleConditionEvent.violated(dependency, dependency.getDescription())));
            }
        };
    }

    /** The index of the class's layer, or -1 outside of all. */
    private static int layer(JavaClass type) {
        String name = type.getPackageName();
        if (!name.startsWith(KERNEL + ".")) {
            return -1;
        }
        String first = name.substring(KERNEL.length() + 1).replaceFirst("\\..*", "");
        return IntStream.range(0, BOTTOM_TO_TOP.size())
                .filter(index -> BOTTOM_TO_TOP.get(index).contains(first))
                .findFirst()
                .orElse(-1);
    }
}
