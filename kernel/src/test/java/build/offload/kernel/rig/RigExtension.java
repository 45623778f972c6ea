package build.offload.kernel.rig;

import build.offload.kernel.snapshot.FolderTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives each test a rig of its own in a folder of its own, to its constructor or itself, and closes it afterwards. */
public final class RigExtension implements ParameterResolver {

    private static final Namespace RIGS = Namespace.create(RigExtension.class);

    @Override
    public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
        return ExtensionContextScope.TEST_METHOD;
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
        return parameter.getParameter().getType().equals(Rig.class);
    }

    @Override
    public Rig resolveParameter(ParameterContext parameter, ExtensionContext test) {
        return test.getStore(RIGS).getOrComputeIfAbsent(Own.class, _ -> Own.fresh(), Own.class).rig;
    }

    private record Own(Rig rig) implements AutoCloseable {

        static Own fresh() {
            try {
                return new Own(new Rig(MemoryFolder.create()));
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }

        @Override
        public void close() throws IOException {
            rig.close();
            FolderTree.delete(rig.folder());
        }
    }
}
