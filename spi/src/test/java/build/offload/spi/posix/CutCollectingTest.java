package build.offload.spi.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.spi.executor.BuildHost.CollectReport;
import build.offload.spi.executor.BuildHost.CollectRequest;
import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.TransferMeter;
import build.offload.spi.model.OutputPattern;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Outputs whose way back breaks off are sent on from there. */
class CutCollectingTest {

    private static final int SIZE = 300_000;

    private static final Path SH = Path.of("/bin/sh");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("build.offload.spi.posix.Shells#present")
    void whatHasComeIsNotSentAgain(Path shell) throws Exception {
        Cutting transport = new Cutting(new ShellTransport(shell, folder));
        HostUnderTest there = built(transport, "for f in a b c; do head -c " + SIZE + " /dev/urandom >$f; done");
        List<Long> told = new ArrayList<>();
        transport.cutAfter(SIZE * 3 / 2, SIZE);

        CollectReport report = collect(there, (bytes, total) -> {
            told.add(bytes);
            assertThat(total).hasValue(3L * SIZE);
        });

        assertThat(report.files()).hasSize(3);
        for (String name : List.of("a", "b", "c")) {
            assertThat(folder.resolve("back").resolve(name))
                    .hasSameBinaryContentAs(there.place(1).resolve("work").resolve(name));
        }
        assertThat(told).isSorted().endsWith(3L * SIZE);
        assertThat(transport.handedOn).isLessThan(3L * SIZE + 10_000);
    }

    @Test
    void whatChangedMeanwhileIsNotPutTogetherFromTwo() throws Exception {
        Cutting transport = new Cutting(new ShellTransport(SH, folder));
        HostUnderTest there = built(transport, "head -c " + SIZE + " /dev/urandom >a");
        transport.cutAfter(SIZE / 2);
        transport.atTheCut = () -> Files.writeString(there.place(1).resolve("work/a"), "another");

        assertThatThrownBy(() -> collect(there, TransferMeter.NONE))
                .isInstanceOf(ExecutorException.class)
                .hasMessageContaining("'a' changed while it was sent");
    }

    @Test
    void connectionThatBringsNothingAtAllIsGivenUp() throws Exception {
        Cutting transport = new Cutting(new ShellTransport(SH, folder));
        HostUnderTest there = built(transport, "head -c " + SIZE + " /dev/urandom >a");
        transport.cutAfter(50, 50, 50);

        assertThatThrownBy(() -> collect(there, TransferMeter.NONE)).isInstanceOf(ExecutorException.class);
        assertThat(transport.cuts).hasSize(2);
    }

    private HostUnderTest built(PosixTransport transport, String script) throws Exception {
        HostUnderTest there = new HostUnderTest(folder, transport);
        there.run(1, "sh", "-c", script);
        return there;
    }

    private CollectReport collect(HostUnderTest there, TransferMeter meter) throws IOException, ExecutorException {
        Path staging = Files.createDirectories(folder.resolve("back"));
        return there.host.collect(
                new CollectRequest(there.attempt(1), List.of(new OutputPattern("*")), staging, 1L << 30, 100, meter));
    }

    /** What happens on the host while the connection is broken. */
    private interface Meanwhile {
        void run() throws IOException;
    }

    /** A connection that breaks after so many bytes of an answer to a collect, time after time. */
    private static final class Cutting implements PosixTransport {
        private final PosixTransport whole;
        private final List<Integer> cuts = new ArrayList<>();
        private Meanwhile atTheCut = () -> {};
        private long handedOn;

        private Cutting(PosixTransport whole) {
            this.whole = whole;
        }

        private void cutAfter(Integer... bytes) {
            cuts.addAll(List.of(bytes));
        }

        @Override
        public Ending carry(HostCommand command) throws ExecutorException {
            if (!command.tokens().contains("collect")) {
                return whole.carry(command);
            }
            int most = cuts.isEmpty() ? Integer.MAX_VALUE : cuts.removeFirst();
            return whole.carry(new HostCommand(
                    command.tokens(),
                    command.input(),
                    in -> command.output().readFrom(new Cut(in, most)),
                    command.limit()));
        }

        @Override
        public Optional<ExecutorException.Kind> failure(Ending ending, boolean answered) {
            return whole.failure(ending, answered);
        }

        @Override
        public void close() {
            whole.close();
        }

        private final class Cut extends FilterInputStream {
            private int left;

            private Cut(InputStream in, int most) {
                super(in);
                left = most;
            }

            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] bytes, int from, int length) throws IOException {
                int read = left == 0 ? -1 : in.read(bytes, from, Math.min(length, left));
                if (read < 0) {
                    in.close();
                    atTheCut.run();
                    return -1;
                }
                left -= read;
                handedOn += read;
                return read;
            }
        }
    }
}
