package build.offload.kernel.controller;

import build.offload.kernel.event.EventLog;
import build.offload.kernel.reconcile.Reconciler;
import build.offload.kernel.store.StoreUnavailableException;
import build.offload.kernel.transition.Pipeline;
import build.offload.kernel.world.Signal;
import build.offload.kernel.world.WallClock;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;

/** Calls the loops: at once when something moved, else once in a period. One thread runs it until it is stopped. */
final class LoopDriver {

    private static final System.Logger LOG = System.getLogger(LoopDriver.class.getName());
    private static final Duration PRUNE_EVERY = Duration.ofMinutes(10);
    private static final Duration BEAT_EVERY = Duration.ofSeconds(10);

    private final Loops loops;
    private final EventLog events;
    private final Pipeline pipeline;
    private final WallClock clock;
    private final Signal moved;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean stopping;

    /** What is called in each pass, in this order. */
    record Loops(ConfigurationLoop configuration, Reconciler reconciler, WedgeLoop wedges) {}

    LoopDriver(Loops loops, EventLog events, Pipeline pipeline, WallClock clock, Signal moved) {
        this.loops = loops;
        this.events = events;
        this.pipeline = pipeline;
        this.clock = clock;
        this.moved = moved;
    }

    void run(Duration period) {
        Instant pruned = clock.now();
        Instant beaten = Instant.MIN;
        try {
            while (!stopping) {
                Instant now = clock.now();
                pipeline.tryJournal();
                loops.configuration().tick();
                loops.reconciler().tick(now);
                loops.wedges().tick(now);
                project();
                if (now.isAfter(pruned.plus(PRUNE_EVERY)) || now.isBefore(pruned)) {
                    pipeline.prune(now);
                    pruned = now;
                }
                if (now.isAfter(beaten.plus(BEAT_EVERY)) || now.isBefore(beaten)) {
                    pipeline.beat();
                    beaten = now;
                }
                moved.await(period);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            ended.countDown();
        }
    }

    private void project() {
        try {
            events.tick();
        } catch (UncheckedIOException | StoreUnavailableException failure) {
            LOG.log(System.Logger.Level.WARNING, "events.jsonl is behind: {0}", failure.getMessage());
        }
    }

    /** Have the present pass be the last one, and wait for its end. */
    void stop() throws InterruptedException {
        stopping = true;
        moved.raise();
        ended.await();
    }
}
