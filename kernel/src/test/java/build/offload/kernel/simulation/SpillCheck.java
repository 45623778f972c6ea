package build.offload.kernel.simulation;

import build.offload.kernel.dispatch.DispatchPolicy;
import build.offload.kernel.store.HostRow;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.TicketRow;
import build.offload.spi.frontend.EventView;
import build.offload.spi.model.HostMode;
import build.offload.spi.model.HostName;
import build.offload.spi.model.HostRole;
import build.offload.spi.model.HostState;
import build.offload.spi.model.JobId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Looks, right after the laptop took a job, whether the rule or the submission let it. */
final class SpillCheck {

    private final DispatchPolicy policy;

    SpillCheck(DispatchPolicy policy) {
        this.policy = policy;
    }

    /** Return why the job of a placement should not be where it is; empty for one on a builder. */
    Optional<String> wrong(ReadTransaction tx, EventView placement) {
        HostRow host = tx.fleet().host(new HostName(placement.host())).orElseThrow();
        if (host.role() == HostRole.BUILDER) {
            return Optional.empty();
        }
        JobRow job = tx.jobs().job(new JobId(placement.job())).orElseThrow();
        if (job.submitted().build().placement().neverLocal()) {
            return Optional.of("it was to be kept off the laptop");
        }
        return switch (placement.reason()) {
            case "spilled" -> unruled(tx, placement.ts()).or(() -> older(tx, host.name(), job));
            case "local-override" -> idle(tx, placement.ts(), job);
            default -> Optional.of("it was placed as " + placement.reason());
        };
    }

    /** The job itself waited, too. */
    private Optional<String> unruled(ReadTransaction tx, Instant now) {
        List<HostRow> builders = builders(tx);
        long waited = 1L + waiting(tx).size();
        boolean overloaded = builders.stream().allMatch(builder -> overloaded(tx, now, builder));
        return !builders.isEmpty() && overloaded && waited > builders.size()
                ? Optional.empty()
                : Optional.of(waited + " waited, and not all of " + builders + " are overloaded");
    }

    private static List<HostRow> builders(ReadTransaction tx) {
        return tx.fleet().hosts().stream()
                .filter(host -> host.role() == HostRole.BUILDER)
                .toList();
    }

    private static List<TicketRow> waiting(ReadTransaction tx) {
        return tx.queue().tickets().stream()
                .filter(ticket -> ticket.state() == TicketRow.State.WAITING)
                .toList();
    }

    private boolean open(ReadTransaction tx, Instant now, HostRow builder) {
        return builder.state() == HostState.AVAILABLE
                && builder.silentSince().isEmpty()
                && tx.fleet().control(builder.name()).mode() == HostMode.ACTIVE
                && builder.observedAt()
                        .filter(seen -> Duration.between(seen, now).compareTo(policy.staleAfter()) <= 0)
                        .isPresent();
    }

    private static boolean full(ReadTransaction tx, HostRow builder) {
        return tx.queue().slotsTaken(builder.name()) >= builder.slots();
    }

    private boolean overloaded(ReadTransaction tx, Instant now, HostRow builder) {
        boolean known = builder.load1().isPresent() && builder.cores().isPresent();
        boolean busy = known
                && builder.load1().orElseThrow()
                        > policy.overloadFactor() * builder.cores().orElseThrow();
        return open(tx, now, builder) && known && (busy || full(tx, builder));
    }

    /** Return the job that waits for longer, and that the laptop could have taken as well. */
    private static Optional<String> older(ReadTransaction tx, HostName laptop, JobRow taken) {
        return waiting(tx).stream()
                .filter(ticket -> ticket.seq() < taken.progress().queueSeq())
                .map(ticket -> tx.jobs().job(ticket.job()).orElseThrow())
                .filter(job -> !job.submitted().build().placement().neverLocal()
                        && PlacementCheck.unmet(tx, laptop, job).isEmpty())
                .findFirst()
                .map(job -> job.id() + " waits for longer");
    }

    private Optional<String> idle(ReadTransaction tx, Instant now, JobRow job) {
        if (!job.submitted().build().placement().localOverride()) {
            return Optional.of("nobody overrode the rule");
        }
        return builders(tx).stream()
                .filter(builder -> open(tx, now, builder)
                        && !full(tx, builder)
                        && PlacementCheck.unmet(tx, builder.name(), job).isEmpty())
                .findFirst()
                .map(builder -> builder.name() + " could have started it");
    }
}
