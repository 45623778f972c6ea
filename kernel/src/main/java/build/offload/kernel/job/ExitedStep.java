package build.offload.kernel.job;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.store.CircuitRow;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.JobRow.Ending;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.kernel.transition.Transition.AttemptExited;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.model.HostName;
import build.offload.spi.model.JobStage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The command ended by itself. Exit code 0 leads on to its outputs, any other is the build's own failure and promotes
 * nothing. 126 and 127 are counted per host and command class; in a row they open the class's circuit there, half open at
 * once, because the loop probes it again right away.
 */
public record ExitedStep(AttemptExited seen) implements Step {

    private static final int FAILURES_THAT_OPEN = 3;

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return PresentAttempt.guard(tx, seen, Set.of(JobStage.PREPARING, JobStage.RUNNING))
                .or(() -> PresentAttempt.of(tx, seen).cancelling());
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        PresentAttempt present = PresentAttempt.of(tx, seen);
        tx.jobs().exited(seen.attempt(), facts.now());
        JobRow next = present.job().with(progress(present.job(), facts));
        tx.jobs().setProgress(next);
        if (next.progress().stage().finished()) {
            tx.jobs().ended(seen.attempt(), facts.now());
            tx.queue().release(seen.attempt());
            tx.jobs().forgetEnvironment(next.id());
        }
        Duration ran = facts.since(present.attempt().times().started().orElse(facts.now()));
        List<NewEvent> events = new ArrayList<>();
        events.add(present.event("job-exited", next, "exit-" + seen.code())
                .rc(seen.code())
                .duration(ran.toMillis() / 1000.0));
        boolean opened = count(tx, facts, present, events);
        return new Effect(Map.of("changed", true), opened, events);
    }

    private JobRow.Progress progress(JobRow job, Facts facts) {
        JobRow.Progress exited = job.progress().exited(seen.code());
        if (seen.code() != 0) {
            return exited.ended(
                    JobStage.FAILED, Ending.of("build-failed", "the command exited with " + seen.code(), facts.now()));
        }
        return job.submitted().build().outputs().isEmpty()
                ? exited.ended(
                        JobStage.SUCCEEDED, Ending.of("succeeded", "nothing was declared to bring back", facts.now()))
                : exited.at(JobStage.COLLECTING);
    }

    /** Return whether an exit code says that a program was not there, or could not be executed. */
    public static boolean notLaunched(int code) {
        return code == 126 || code == 127;
    }

    private boolean count(WriteTransaction tx, Facts facts, PresentAttempt present, List<NewEvent> events) {
        HostName host = present.attempt().host();
        String command = present.job().submitted().build().commandClass();
        if (!notLaunched(seen.code())) {
            tx.fleet().clearLaunchFailuresInRow(host, command);
            return false;
        }
        tx.fleet().countLaunchFailure(host, command, seen.code());
        boolean opens = tx.fleet().launchFailuresInRow(host, command) >= FAILURES_THAT_OPEN
                && tx.fleet().circuit(host, command).isEmpty();
        if (opens) {
            String reason = "ended with " + seen.code() + " " + FAILURES_THAT_OPEN + " times in a row";
            tx.fleet().setCircuit(new CircuitRow(host, command, CircuitRow.State.HALF_OPEN, reason, facts.now()));
            events.add(NewEvent.of("circuit-half-open", "circuit", "capability-missing")
                    .host(host.value())
                    .data(Map.of("command", command, "message", reason)));
        }
        return opens;
    }
}
