package build.offload.kernel.simulation;

import build.offload.kernel.snapshot.FolderTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.LongStream;

/** Runs seeds, each in a folder of its own, in memory where the system has a place for that. */
final class Seeds {

    private static final Path MEMORY = Path.of("/dev/shm");
    private static final int FAILURES_SHOWN = 3;

    private static final String PREFIX = "offload-simulation-";

    /** What the product writes to its log while everything goes wrong would bury what a test has to say. */
    private static final Logger LOG = Logger.getLogger("build.offload");

    private Seeds() {}

    /** What came of some seeds; a failure says how it is seen again, and what happened last. */
    record Report(int seeds, Duration took, List<String> failures) {}

    /**
     * Return the seeds that were asked for: the one of {@code -Dsimulation.seed}, or the first so many of
     * {@code -Dsimulation.seeds}, or else as many as is usual.
     */
    static LongStream asked(int usual) {
        Long one = Long.getLong("simulation.seed");
        return one != null ? LongStream.of(one) : LongStream.rangeClosed(1, Long.getLong("simulation.seeds", usual));
    }

    /** Run seeds, on all cores, until all are done or some have failed. */
    static Report run(LongStream seeds) {
        return quietly(() -> runAll(seeds));
    }

    private static Report runAll(LongStream seeds) {
        long begin = System.nanoTime();
        AtomicInteger run = new AtomicInteger();
        List<String> failures = seeds.parallel()
                .unordered()
                .mapToObj(seed -> {
                    run.incrementAndGet();
                    return failure(seed);
                })
                .flatMap(Optional::stream)
                .limit(FAILURES_SHOWN)
                .toList();
        return new Report(run.get(), Duration.ofNanos(System.nanoTime() - begin), failures);
    }

    private static Optional<String> failure(long seed) {
        Findings findings = simulate(seed, Plant.none());
        return findings.first()
                .map(found -> "seed " + seed + ": " + found.rule() + ": " + found.how()
                        + "\nTo see it again: mvn -pl kernel -am test -Dtest=SimulationTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Dsimulation.seed=" + seed + "\n  "
                        + findings.tail());
    }

    /** Return what happens under a seed, line by line. */
    static List<String> history(long seed) {
        return run(seed, Plant.none()).trace();
    }

    /** Run a seed with something in place of parts of the product. */
    static Findings run(long seed, Plant plant) {
        return quietly(() -> simulate(seed, plant));
    }

    /** Other tests of the same process look at the log. */
    private static <T> T quietly(Supplier<T> work) {
        Level before = LOG.getLevel();
        LOG.setLevel(Level.OFF);
        try {
            return work.get();
        } finally {
            LOG.setLevel(before);
        }
    }

    private static Findings simulate(long seed, Plant plant) {
        try {
            Path folder = Files.isWritable(MEMORY)
                    ? Files.createTempDirectory(MEMORY, PREFIX)
                    : Files.createTempDirectory(PREFIX);
            try {
                return Simulation.run(seed, folder, plant);
            } finally {
                FolderTree.delete(folder);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
