package build.offload.spi.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.spi.executor.BuildHost.Keep;
import build.offload.spi.executor.BuildHost.PrepareReport;
import build.offload.spi.executor.BuildHost.PrepareRequest;
import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.SnapshotSource;
import build.offload.spi.executor.TransferMeter;
import build.offload.spi.model.TreeId;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A snapshot whose sending breaks off is sent on from there. */
class CutSendingTest {

    private static final int SIZE = 1 << 20;

    private static final Path SH = Path.of("/bin/sh");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("build.offload.spi.posix.Shells#present")
    void whatHasComeIsNotSentAgain(Path shell) throws Exception {
        HostUnderTest there = Shells.host(shell, folder);
        noise(there, "first", 1);

        cut(there, 1, SIZE / 2);
        List<Long> told = new ArrayList<>();
        PrepareReport rest = prepare(there, 2, there.snapshot(), (bytes, _) -> told.add(bytes));

        assertThat(rest.sentBytes()).isBetween(SIZE / 4L, SIZE * 3L / 4);
        assertThat(told).isSorted().endsWith(rest.sentBytes());
        assertSame(there, 2, "first");
        assertThat(leftOvers(there)).isEmpty();
    }

    @Test
    void theSameHoldsForWhatChangedSinceTheLastTree() throws Exception {
        HostUnderTest there = Shells.host(SH, folder);
        noise(there, "first", 1);
        there.prepare(1);
        noise(there, "second", 2);

        cut(there, 2, SIZE / 2);
        PrepareReport rest = prepare(there, 3, there.snapshot(), TransferMeter.NONE);

        assertThat(rest.sentBytes()).isBetween(SIZE / 4L, SIZE * 3L / 4);
        assertSame(there, 3, "second");
        assertThat(leftOvers(there)).isEmpty();
    }

    @Test
    void whatHasComeAndWasSpoiltSinceIsFoundOutAndDropped() throws Exception {
        HostUnderTest there = Shells.host(SH, folder);
        noise(there, "first", 1);
        cut(there, 1, SIZE / 2);
        Path come = leftOvers(there).getFirst();
        byte[] bytes = Files.readAllBytes(come);
        bytes[bytes.length / 2] ^= 1;
        Files.write(come, bytes);

        assertThatThrownBy(() -> prepare(there, 2, there.snapshot(), TransferMeter.NONE))
                .isInstanceOf(ExecutorException.class);
        PrepareReport whole = prepare(there, 3, there.snapshot(), TransferMeter.NONE);

        assertThat(whole.sentBytes()).isGreaterThan(SIZE);
        assertSame(there, 3, "first");
    }

    private static void noise(HostUnderTest there, String name, long seed) throws IOException {
        byte[] bytes = new byte[SIZE];
        new Random(seed).nextBytes(bytes);
        Files.write(there.checkout.resolve(name), bytes);
    }

    private static void assertSame(HostUnderTest there, int attempt, String name) {
        assertThat(there.place(attempt).resolve("work").resolve(name))
                .hasSameBinaryContentAs(there.checkout.resolve(name));
    }

    private static void cut(HostUnderTest there, int attempt, int after) throws IOException {
        SnapshotSource broken = new Broken(there.snapshot(), after);
        assertThatThrownBy(() -> prepare(there, attempt, broken, TransferMeter.NONE))
                .isInstanceOf(ExecutorException.class);
        assertThat(leftOvers(there)).hasSize(1);
    }

    private static PrepareReport prepare(HostUnderTest there, int attempt, SnapshotSource snapshot, TransferMeter meter)
            throws ExecutorException {
        return there.host.prepare(
                new PrepareRequest(there.attempt(attempt), HostUnderTest.MIRROR, snapshot, Keep.NOTHING, meter));
    }

    private static List<Path> leftOvers(HostUnderTest there) throws IOException {
        Path mirror = there.root.resolve("mirrors").resolve(HostUnderTest.MIRROR.value() + ".git");
        try (var files = Files.list(mirror)) {
            return files.filter(file -> file.getFileName().toString().startsWith("incoming."))
                    .toList();
        }
    }

    /** A snapshot whose reading breaks off. */
    private record Broken(SnapshotSource whole, int after) implements SnapshotSource {
        @Override
        public TreeId tree() {
            return whole.tree();
        }

        @Override
        public List<String> emptyFolders() {
            return whole.emptyFolders();
        }

        @Override
        public void writePack(Optional<TreeId> base, OutputStream out) throws IOException {
            whole.writePack(base, new FilterOutputStream(out) {
                private int written;

                @Override
                public void write(byte[] bytes, int from, int length) throws IOException {
                    if (written + length > after) {
                        throw new IOException("broken off");
                    }
                    out.write(bytes, from, length);
                    written += length;
                }
            });
        }
    }
}
