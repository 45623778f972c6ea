package build.offload.kernel.simulation;

import build.offload.kernel.dispatch.Admission;
import build.offload.kernel.dispatch.Candidate;
import build.offload.kernel.dispatch.DispatchPolicy;
import build.offload.kernel.dispatch.FleetSnapshot;
import build.offload.kernel.dispatch.Needs;
import build.offload.kernel.event.NewEvent;
import build.offload.kernel.store.AttemptRow;
import build.offload.kernel.store.HostRow;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.QueuePlace;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.ReservationRow;
import build.offload.kernel.store.TicketRow;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.model.JobId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Places one job, and is careless about one thing; where it finds none, what should be done is done. */
record CarelessPlaceStep(About about, Step real) implements Step {

    private static final DispatchPolicy POLICY = DispatchPolicy.standard();

    /** What it is careless about: whatever else keeps a job off a host, keeps it off. */
    enum About {
        SLOTS("no-free-slot"),
        DRAINS("host-draining"),
        LEASES("workstation"),
        NEEDS("capability-missing"),
        ORDER(""),
        ATTEMPTS("");

        private final String ignored;

        About(String ignored) {
            this.ignored = ignored;
        }
    }

    /** A job and the host it goes to. */
    private record Choice(JobId job, HostRow host) {}

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return choice(tx, facts).isPresent() ? Optional.empty() : real.guard(tx, facts);
    }

    private Optional<Choice> choice(ReadTransaction tx, Facts facts) {
        if (!Admission.open(tx.cluster().desired())) {
            return Optional.empty();
        }
        FleetSnapshot fleet = FleetSnapshot.read(tx, facts.now(), POLICY);
        return jobs(tx).flatMap(job -> host(tx, fleet, job).map(host -> new Choice(job, host)).stream())
                .findFirst();
    }

    private Stream<JobId> jobs(ReadTransaction tx) {
        List<JobId> waiting = tx.queue().tickets().stream().map(TicketRow::job).toList();
        Stream<JobId> running =
                tx.jobs().activeAttempts().stream().map(attempt -> attempt.id().job());
        return switch (about) {
            case ORDER -> waiting.reversed().stream();
            case ATTEMPTS -> Stream.concat(running, waiting.stream());
            case SLOTS, DRAINS, LEASES, NEEDS -> waiting.stream();
        };
    }

    /** Where there is a choice it is taken carelessly. */
    private Optional<HostRow> host(ReadTransaction tx, FleetSnapshot fleet, JobId id) {
        JobRow job = tx.jobs().job(id).orElseThrow();
        Needs needs = Needs.of(job.submitted().build());
        return Stream.of(about.ignored, "")
                .flatMap(code -> fleet.candidates().stream()
                        .filter(candidate -> fleet.blocker(candidate, needs)
                                .map(Candidate.Blocker::code)
                                .orElse("")
                                .equals(code)))
                .map(Candidate::host)
                .findFirst();
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        Optional<Choice> choice = choice(tx, facts);
        return choice.isPresent() ? place(tx, facts, choice.get()) : real.apply(tx, facts);
    }

    private static Effect place(WriteTransaction tx, Facts facts, Choice choice) {
        JobRow before = tx.jobs().job(choice.job()).orElseThrow();
        JobRow job = before.with(before.progress().placed());
        QueuePlace from = tx.queue()
                .ticket(job.id())
                .map(TicketRow::place)
                .orElse(new QueuePlace(job.progress().queueSeq(), facts.now(), 0));
        tx.queue().delete(job.id());
        tx.queue()
                .reserve(
                        new ReservationRow(job.attemptId(), choice.host().name(), from),
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
