package build.offload.spi.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.spi.executor.ExecutorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An output that is something else by the time it is read: the collection ends, and the next one names it. */
class SwappedOutputTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"mkfifo swap", "ln -s /dev/zero swap"})
    @Timeout(60)
    void whatIsSwappedInAfterTheSelectionHoldsNothingUp(String making) throws Exception {
        // given a host on which the last look before the reading is followed by a swap
        HostUnderTest there = Shells.host(Path.of("/bin/dash"), folder);
        there.run(1, "sh", "-c", "mkdir out; echo one >out/a; echo two >out/b");
        Path stat = folder.resolve("bin/stat");
        Files.writeString(stat, "#!/bin/sh\n/usr/bin/stat \"$@\"; " + making + " && mv -T swap out/a\n");
        Files.setPosixFilePermissions(stat, PosixFilePermissions.fromString("rwxr-xr-x"));

        // when it is collected
        long begun = System.nanoTime();
        assertThatThrownBy(() -> there.collect(1, "out/**")).isInstanceOf(ExecutorException.class);

        // then that ended soon, and what lies there now is refused by its name
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(30));
        Files.delete(stat);
        assertThat(there.collect(1, "out/**").refused())
                .singleElement()
                .asString()
                .startsWith("out/a: ");
    }
}
