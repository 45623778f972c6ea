package build.offload.spi.posix;

import build.offload.spi.executor.BuildHost.CollectReport;
import build.offload.spi.executor.BuildHost.CollectRequest;
import build.offload.spi.executor.BuildHost.FollowRequest;
import build.offload.spi.executor.BuildHost.PrepareReport;
import build.offload.spi.executor.BuildHost.PrepareRequest;
import build.offload.spi.executor.BuildHost.RunReport;
import build.offload.spi.executor.BuildHost.StartReport;
import build.offload.spi.executor.BuildHost.StartRequest;
import build.offload.spi.executor.BuildHost.StartRequest.Limits;
import build.offload.spi.executor.ExecutorContext;
import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.HostTarget;
import build.offload.spi.executor.OutputSink;
import build.offload.spi.executor.Secret;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.HostName;
import build.offload.spi.model.JobId;
import build.offload.spi.model.MirrorId;
import build.offload.spi.model.OutputPattern;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A host in a folder of the test's own, with attempts counted from 1. */
final class HostUnderTest {

    static final MirrorId MIRROR = new MirrorId("b".repeat(64));

    /** What each output may hold at most. */
    static final int LOG_LIMIT = 1024 * 1024;

    private static final Limits LIMITS = new Limits(LOG_LIMIT, Duration.ofMinutes(10));

    private static final AtomicInteger JOBS = new AtomicInteger();

    final Path folder;
    final Path root;
    final Path checkout;
    final PosixBuildHost host;
    private final JobId job;

    HostUnderTest(Path folder, PosixTransport transport) throws IOException {
        this.folder = folder;
        this.root = folder.resolve("root");
        this.checkout = Files.createDirectories(folder.resolve("checkout"));
        // A job id of each test's own: marks are looked for all over the machine.
        this.job = JobId.of(folder.toString() + JOBS.incrementAndGet(), MIRROR);
        HostTarget target = new HostTarget(
                new HostName("there"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(root.toString()));
        this.host = new PosixBuildHost(transport, target, context(folder));
    }

    static ExecutorContext context(Path folder) {
        return new ExecutorContext(folder, "0123456789abcdef", Duration.ofSeconds(5), Duration.ofSeconds(15));
    }

    AttemptId attempt(int number) {
        return new AttemptId(job, number);
    }

    Path place(int attempt) {
        return root.resolve("attempts").resolve(attempt(attempt).toString());
    }

    GitSnapshot snapshot() throws IOException {
        return GitSnapshot.of(checkout, folder.resolve("store"));
    }

    PrepareReport prepare(int attempt) throws IOException, ExecutorException {
        return host.prepare(new PrepareRequest(attempt(attempt), MIRROR, snapshot()));
    }

    StartReport start(int attempt, String... argv) throws ExecutorException {
        return start(attempt, "", Map.of(), argv);
    }

    StartReport start(int attempt, String inFolder, Map<String, String> environment, String... argv)
            throws ExecutorException {
        return host.start(new StartRequest(attempt(attempt), inFolder, List.of(argv), environment, LIMITS));
    }

    StartReport startWith(Secret secret, int attempt, String... argv) throws ExecutorException {
        return host.start(new StartRequest(attempt(attempt), "", List.of(argv), Map.of(), LIMITS, List.of(secret)));
    }

    /** Prepare an empty workspace, start the command and follow it to its end. */
    Seen run(int attempt, String... argv) throws IOException, ExecutorException {
        prepare(attempt);
        return followToEnd(attempt, start(attempt, argv).handle());
    }

    Seen followToEnd(int attempt, String handle) throws ExecutorException {
        return follow(attempt, handle, 0, 0, Duration.ofSeconds(60));
    }

    Seen follow(int attempt, String handle, long out, long err, Duration budget) throws ExecutorException {
        Captured captured = new Captured();
        RunReport report = host.follow(new FollowRequest(attempt(attempt), handle, out, err, budget), captured);
        return new Seen(report, captured.stdout.toByteArray(), captured.stderr.toByteArray());
    }

    CollectReport collect(int attempt, String... patterns) throws IOException, ExecutorException {
        Path staging = Files.createDirectories(folder.resolve("staging-" + attempt));
        List<OutputPattern> outputs =
                List.of(patterns).stream().map(OutputPattern::new).toList();
        return host.collect(new CollectRequest(attempt(attempt), outputs, staging, 1L << 30, 100_000));
    }

    /** How a run stood and what it printed. */
    record Seen(RunReport report, byte[] stdout, byte[] stderr) {
        String out() {
            return new String(stdout, StandardCharsets.UTF_8);
        }

        String err() {
            return new String(stderr, StandardCharsets.UTF_8);
        }
    }

    private static final class Captured implements OutputSink {
        private final ByteArrayOutputStream stdout = new ByteArrayOutputStream();
        private final ByteArrayOutputStream stderr = new ByteArrayOutputStream();

        @Override
        public void write(Stream stream, long offset, ByteBuffer bytes) {
            byte[] copy = new byte[bytes.remaining()];
            bytes.get(copy);
            (stream == Stream.STDOUT ? stdout : stderr).writeBytes(copy);
        }
    }
}
