package build.offload.spi.posix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.provider.Arguments;

/** The shells of this machine that the runner is to run under; dash and bash are expected, others are a bonus. */
final class Shells {

    private Shells() {}

    /** Return each shell's path under its name. */
    static Stream<Arguments> present() {
        return Stream.of("dash", "bash", "busybox")
                .map(name -> Path.of("/bin", name))
                .filter(Files::isExecutable)
                .map(shell -> Arguments.of(Named.of(shell.getFileName().toString(), shell)));
    }

    static HostUnderTest host(Path shell, Path folder) throws IOException {
        return new HostUnderTest(folder, new ShellTransport(shell, folder));
    }
}
