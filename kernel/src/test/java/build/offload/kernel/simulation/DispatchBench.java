package build.offload.kernel.simulation;

import build.offload.kernel.dispatch.DispatchPolicy;
import build.offload.kernel.reconcile.LoopSettings;
import build.offload.kernel.reconcile.Transitions;
import build.offload.kernel.rig.Order;
import build.offload.kernel.rig.Rig;
import build.offload.kernel.rig.RigParts;
import build.offload.kernel.rig.RigSettings;
import build.offload.kernel.snapshot.InMemoryCapturing;
import build.offload.kernel.store.History;
import build.offload.kernel.transition.Outcome;
import build.offload.kernel.transition.Submission;
import build.offload.kernel.transition.Transition;
import build.offload.kernel.transition.Transition.PlaceTickets;
import build.offload.kernel.transition.Transition.SetDesiredMode;
import build.offload.kernel.transition.Transition.SubmitJob;
import build.offload.spi.model.HostState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Lets the controller's own loop dispatch jobs to a simulated fleet and takes the time. Nothing else runs meanwhile: what a pass
 * starts beside itself is left waiting.
 */
final class DispatchBench implements AutoCloseable {

    private static final int BATCH = 256;
    private static final int ENROLMENT = 50;
    private static final int SLOTS = 8;

    private final Setup setup;
    private final Path folder;
    private final Rig rig;
    private final List<Long> commits = new ArrayList<>();
    private int submitted;
    private long placed;
    private long ended;

    /**
     * What is measured.
     *
     * @param hosts how many take jobs
     * @param queued how many jobs wait at first
     * @param history how many jobs ended before
     * @param jobs how many are placed; whenever fewer than {@code queued} wait and more are to come, they are added
     */
    record Setup(int hosts, int queued, int history, int jobs) {}

    /**
     * What was measured.
     *
     * @param took from the begin of each pass to its last commit, added up
     * @param commits how long each transition took that placed something, with its intent, sorted
     */
    record Result(Setup setup, long placed, Duration took, List<Long> commits) {

        double jobsPerSecond() {
            return placed / (took.toNanos() / 1e9);
        }

        /** Return what placing one job costs, in microseconds. */
        double microsPerJob() {
            return took.toNanos() / 1e3 / placed;
        }

        /** Return the time below which so many of a hundred commits stayed, in milliseconds. */
        double commitMillis(int percent) {
            return commits.get(Math.min(commits.size() - 1, commits.size() * percent / 100)) / 1e6;
        }

        @Override
        public String toString() {
            return "%5d hosts, %6d queued, %7d ended before: %6.0f jobs/s, %6.1f µs a job, commits p50 %.1f p99 %.1f ms"
                    .formatted(
                            setup.hosts(),
                            setup.queued(),
                            setup.history(),
                            jobsPerSecond(),
                            microsPerJob(),
                            commitMillis(50),
                            commitMillis(99));
        }
    }

    private DispatchBench(Setup setup, Path folder) {
        this.setup = setup;
        this.folder = folder;
        RigParts parts = new RigParts(UnaryOperator.identity(), this::timed, new InMemoryCapturing());
        rig = new Rig(folder, new RigSettings(DispatchPolicy.standard(), LoopSettings.standard(), parts));
    }

    /** Measure in an empty folder. */
    static Result measure(Setup setup, Path folder) {
        try (DispatchBench bench = new DispatchBench(setup, folder)) {
            return bench.measure();
        }
    }

    private Transitions timed(Transitions real) {
        return transition -> transition instanceof PlaceTickets ? timed(real, transition) : real.apply(transition);
    }

    private Outcome timed(Transitions real, Transition transition) {
        long begin = System.nanoTime();
        Outcome outcome = real.apply(transition);
        ended = System.nanoTime();
        if (outcome instanceof Outcome.Committed committed
                && committed.result().get("placed") instanceof Number count) {
            commits.add(ended - begin);
            placed += count.longValue();
        }
        return outcome;
    }

    private Result measure() {
        if (setup.history() > 0) {
            haveHistory();
        }
        submit(setup.queued());
        enrol();
        long nanos = dispatch();
        while (placed < setup.jobs()) {
            end();
            long waiting = submitted - placed;
            submit(Math.toIntExact(Math.max(0, Math.min(setup.queued(), setup.jobs() - placed) - waiting)));
            nanos += dispatch();
        }
        commits.sort(null);
        return new Result(setup, placed, Duration.ofNanos(nanos), List.copyOf(commits));
    }

    private void haveHistory() {
        rig.enrolled("first", 1);
        rig.submit("ends");
        rig.advanceBySeconds(5);
        History.repeat(folder, setup.history());
        Rig.committed(rig.ask(new Transition.RemoveHost(new build.offload.spi.model.HostName("first"))));
        rig.restart();
        commits.clear();
        placed = 0;
    }

    private void submit(int count) {
        Submission one = rig.capture(Order.named("one"));
        for (int i = 0; i < count; i += BATCH) {
            List<Transition> batch = new ArrayList<>();
            for (int k = i; k < Math.min(count, i + BATCH); k++) {
                submitted++;
                batch.add(new SubmitJob(new Submission(
                        "job-" + submitted,
                        one.mirror(),
                        one.checkout(),
                        one.folder(),
                        one.build(),
                        one.snapshot(),
                        one.emptyFolders(),
                        one.generation(),
                        one.outputStamps(),
                        one.owner(),
                        one.detached())));
            }
            rig.askInOneBatch(batch).forEach(Rig::committed);
        }
    }

    /** Admission is closed until every host takes jobs, so that all of them are there from the first placement on. */
    private void enrol() {
        Rig.committed(rig.ask(new SetDesiredMode(HostState.DRAINING)));
        for (int i = 0; i < setup.hosts(); i++) {
            Rig.committed(rig.enrol("host-" + i, SLOTS));
        }
        for (int i = 0; i < ENROLMENT + setup.hosts() && !allTakeJobs(); i++) {
            rig.pass();
            rig.lanes().drain();
        }
        Rig.committed(rig.ask(new SetDesiredMode(HostState.AVAILABLE)));
    }

    private boolean allTakeJobs() {
        return rig.ledger().read(tx -> tx.fleet().hosts()).stream()
                .allMatch(host -> host.state() == HostState.AVAILABLE);
    }

    /** Pass once; return the time from the beginning of the pass to the end of its last placement. */
    private long dispatch() {
        long before = placed;
        long begun = System.nanoTime();
        ended = begun;
        rig.pass();
        if (placed == before) {
            throw new IllegalStateException("nothing was placed after " + placed + " jobs");
        }
        rig.lanes().shutdown();
        return ended - begun;
    }

    /** Free the slots: what was placed is over at once. */
    private void end() {
        List<Transition> over = rig.ledger().read(tx -> tx.jobs().activeAttempts()).stream()
                .<Transition>map(attempt -> new Transition.AttemptCancelled(attempt.id()))
                .toList();
        for (int i = 0; i < over.size(); i += BATCH) {
            rig.askInOneBatch(over.subList(i, Math.min(over.size(), i + BATCH))).forEach(Rig::committed);
        }
    }

    @Override
    public void close() {
        rig.close();
    }
}
