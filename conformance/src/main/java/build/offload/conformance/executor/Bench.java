package build.offload.conformance.executor;

import build.offload.conformance.wire.check.Expect;
import build.offload.spi.executor.BuildHost;
import build.offload.spi.executor.BuildHost.CollectReport;
import build.offload.spi.executor.BuildHost.CollectRequest;
import build.offload.spi.executor.BuildHost.FollowRequest;
import build.offload.spi.executor.BuildHost.PrepareReport;
import build.offload.spi.executor.BuildHost.PrepareRequest;
import build.offload.spi.executor.BuildHost.RunReport;
import build.offload.spi.executor.BuildHost.StartReport;
import build.offload.spi.executor.BuildHost.StartRequest;
import build.offload.spi.executor.BuildHost.StartRequest.Limits;
import build.offload.spi.executor.ExecutorException;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.JobId;
import build.offload.spi.model.MirrorId;
import build.offload.spi.model.OutputPattern;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** A checkout, a host to build it on, and attempts counted from 1. */
class Bench {

    static final Limits LIMITS = new Limits(16L << 20, Duration.ofMinutes(10));
    static final int FILE_LIMIT = 1_000;

    private static final Duration LONG = Duration.ofSeconds(60);

    final BuildHost host;
    final MirrorId mirror;
    final Path checkout;
    final Path folder;
    private final JobId job;
    private final Set<AttemptId> used = ConcurrentHashMap.newKeySet();

    Bench(Path folder, BuildHost host) throws IOException {
        this.folder = folder;
        this.checkout = Files.createDirectories(folder.resolve("checkout"));
        this.host = host;
        // Of each test's own, since hosts are shared and marks are looked for all over the machine.
        String unique = UUID.randomUUID().toString();
        this.mirror =
                new MirrorId(JobId.of(unique, new MirrorId("0".repeat(64))).value());
        this.job = JobId.of(unique, mirror);
    }

    AttemptId attempt(int number) {
        AttemptId attempt = new AttemptId(job, number);
        used.add(attempt);
        return attempt;
    }

    /** Return the attempts that were spoken of so far. */
    Set<AttemptId> used() {
        return Set.copyOf(used);
    }

    GitSnapshot snapshot() throws IOException {
        return GitSnapshot.of(checkout, folder.resolve("store"));
    }

    PrepareReport prepare(int number) throws IOException, ExecutorException {
        return host.prepare(new PrepareRequest(attempt(number), mirror, snapshot()));
    }

    StartReport start(int number, String... argv) throws ExecutorException {
        return startIn("", number, argv);
    }

    StartReport startIn(String inFolder, int number, String... argv) throws ExecutorException {
        return host.start(new StartRequest(attempt(number), inFolder, List.of(argv), Map.of(), LIMITS));
    }

    /** Prepare, start and follow to the end. */
    Seen run(int number, String... argv) throws IOException, ExecutorException {
        prepare(number);
        return followToEnd(number, start(number, argv));
    }

    Seen followToEnd(int number, StartReport started) throws ExecutorException {
        return follow(number, started.handle(), 0, 0, LONG);
    }

    Seen follow(int number, String handle, long out, long err, Duration budget) throws ExecutorException {
        Seen seen = new Seen(out, err);
        seen.report = host.follow(new FollowRequest(attempt(number), handle, out, err, budget), seen);
        return seen;
    }

    /** Follow until the output has come; the command goes on. */
    void awaitOutput(int number, StartReport started, String expected) throws ExecutorException {
        Seen seen = follow(number, started.handle(), 0, 0, Duration.ZERO);
        long deadline = System.nanoTime() + LONG.toNanos();
        while (!seen.out().contains(expected)) {
            Expect.that(
                    seen.report instanceof RunReport.Running && System.nanoTime() < deadline,
                    "expected the output '" + expected + "', but it stands as " + seen.report + " with " + seen.out()
                            + seen.err());
            seen = follow(number, started.handle(), 0, 0, Duration.ofMillis(20));
        }
    }

    CollectReport collect(int number, String... patterns) throws IOException, ExecutorException {
        List<OutputPattern> outputs =
                Arrays.stream(patterns).map(OutputPattern::new).toList();
        return host.collect(new CollectRequest(attempt(number), outputs, staging(number), 1L << 30, FILE_LIMIT));
    }

    Path staging(int number) throws IOException {
        return Files.createDirectories(folder.resolve("staging-" + number));
    }
}
