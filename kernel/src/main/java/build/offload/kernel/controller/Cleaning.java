package build.offload.kernel.controller;

import build.offload.kernel.reconcile.Retention;
import build.offload.kernel.transition.ForgetOld;
import build.offload.kernel.world.WallClock;
import build.offload.spi.frontend.Controller.Answer;
import java.util.function.Supplier;

/** Cleans on request: a portion of what is old in the store with the answer, everything else in the next pass of the loops. */
final class Cleaning {

    private final Gate gate;
    private final Supplier<Retention> retention;
    private final WallClock clock;
    private final Runnable cleanSoon;

    Cleaning(Gate gate, Supplier<Retention> retention, WallClock clock, Runnable cleanSoon) {
        this.gate = gate;
        this.retention = retention;
        this.clock = clock;
        this.cleanSoon = cleanSoon;
    }

    Answer collect(Gate.Envelope envelope) {
        ForgetOld portion = new ForgetOld(retention.get().cutoffs(clock.now()), Retention.PORTION);
        Answer answer = gate.ask(envelope, portion);
        if (answer instanceof Answer.Committed) {
            cleanSoon.run();
        }
        return answer;
    }
}
