package build.offload.kernel.simulation;

import build.offload.kernel.dispatch.PlaceStep;
import build.offload.kernel.event.NewEvent;
import build.offload.kernel.store.AttemptRow;
import build.offload.kernel.store.HostRow;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.TicketRow;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.model.HostMode;
import build.offload.spi.model.HostRole;
import build.offload.spi.model.JobId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Places one job, and is careless about one thing. */
record CarelessPlaceStep(About about) implements Step {

    /** What it is careless about. */
    enum About {
        SLOTS,
        DRAINS,
        ORDER,
        ATTEMPTS,
        LEASES
    }

    /** A job and the host it goes to. */
    private record Choice(JobId job, HostRow host) {}

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return choice(tx).isPresent()
                ? Optional.empty()
                : Optional.of(Refusal.of(PlaceStep.NOTHING, "nothing to place"));
    }

    private Optional<Choice> choice(ReadTransaction tx) {
        return job(tx).flatMap(job -> host(tx).map(host -> new Choice(job, host)));
    }

    private Optional<JobId> job(ReadTransaction tx) {
        List<JobId> waiting = tx.queue().tickets().stream().map(TicketRow::job).toList();
        Stream<JobId> running =
                tx.jobs().activeAttempts().stream().map(attempt -> attempt.id().job());
        return switch (about) {
            case ORDER -> waiting.reversed().stream().findFirst();
            case ATTEMPTS -> Stream.concat(running, waiting.stream()).findFirst();
            case SLOTS, DRAINS, LEASES -> waiting.stream().findFirst();
        };
    }

    private Optional<HostRow> host(ReadTransaction tx) {
        return tx.fleet().hosts().stream()
                .filter(host -> host.role() == HostRole.BUILDER || about == About.LEASES)
                .filter(host -> tx.fleet().control(host.name()).mode() == HostMode.ACTIVE || about == About.DRAINS)
                .filter(host -> tx.queue().slotsTaken(host.name()) < host.slots() || about == About.SLOTS)
                .findFirst();
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        Choice choice = choice(tx).orElseThrow();
        JobRow before = tx.jobs().job(choice.job()).orElseThrow();
        JobRow job = before.with(before.progress().placed());
        tx.queue().delete(job.id());
        tx.queue()
                .reserve(
                        job.attemptId(),
                        choice.host().name(),
                        facts.now(),
                        facts.controllerId(),
                        facts.controllerEpoch());
        tx.jobs().insertAttempt(attempt(job, choice.host(), facts));
        tx.jobs().setProgress(job);
        NewEvent event = NewEvent.of("job-placed", "preparing", "dispatched")
                .job(
                        job.id().value(),
                        "project",
                        job.submitted().snapshot().value(),
                        job.progress().attempt())
                .host(choice.host().name().value());
        return new Effect(Map.of("changed", true, "placed", 1), false, List.of(event));
    }

    private static AttemptRow attempt(JobRow job, HostRow host, Facts facts) {
        Optional<java.time.Instant> never = Optional.empty();
        return new AttemptRow(
                job.attemptId(),
                host.name(),
                Optional.empty(),
                true,
                false,
                new AttemptRow.Times(facts.now(), never, never, never, never, never),
                new AttemptRow.Transfer(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty()),
                facts.controllerId(),
                facts.controllerEpoch());
    }
}
