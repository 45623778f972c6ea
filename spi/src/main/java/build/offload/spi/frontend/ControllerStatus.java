package build.offload.spi.frontend;

import build.offload.spi.model.HostRole;
import build.offload.spi.model.HostState;
import build.offload.spi.model.PublicationPhase;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;

/**
 * The complete snapshot behind {@code GET /status}. Component names are the wire's keys; an {@code Optional} one is absent
 * from the wire when empty, except {@code rc}, {@code pullBytes} and {@code pullDurationSeconds}, which are null there.
 */
public record ControllerStatus(
        HostState desired,
        HostState observed,
        long revision,
        Lease lease,
        Capacity capacity,
        Reconciler reconciler,
        Dispatch dispatch,
        SortedMap<String, HostStatus> hosts,
        QueueStatus queue,
        List<RemoteJob> jobs) {

    /** The fallback lease; an active one always has {@code expiresAt}. */
    public record Lease(
            boolean active,
            Optional<Boolean> expired,
            Optional<String> host,
            Optional<Instant> expiresAt,
            Optional<String> reason) {}

    /** The fleet's room: {@code builders} counts role builder only, {@code idleSlots} those that dispatch could fill now. */
    public record Capacity(int builders, int idleSlots, boolean overloaded) {}

    /** Whether the loop passes in time; {@code lastAt} is absent before the first pass. */
    public record Reconciler(boolean healthy, Optional<Instant> lastAt) {}

    /** Whether jobs get out. */
    public record Dispatch(DispatchState state, Optional<String> detail, Optional<String> host) {}

    /** The three words of {@code dispatch.state}. */
    public enum DispatchState {
        HEALTHY,
        WEDGED,
        PAUSED
    }

    /** One machine; {@code primary} and {@code enrolling} are present only when true. */
    public record HostStatus(
            HostState state,
            HostRole role,
            Optional<Boolean> primary,
            Optional<Boolean> enrolling,
            Optional<Capability> capability) {}

    /** What a host can do; {@code circuitOpen} is present only when true. */
    public record Capability(
            List<CapabilityProbeStatus> probes, Optional<Boolean> circuitOpen, Optional<String> missingCommand) {}

    /** The last answer of one probe. */
    public record CapabilityProbeStatus(
            String command, boolean ok, Optional<String> version, Optional<String> detail, Instant checkedAt) {}

    /** The one queue; waiting tickets only. */
    public record QueueStatus(
            int depth,
            double oldestAgeSeconds,
            double p95AgeSeconds,
            double sloSeconds,
            Optional<String> dispatchTarget,
            Optional<Spill> spill,
            List<QueueTicket> tickets,
            Optional<Wedge> wedge) {}

    /** The laptop at work for the queue. */
    public record Spill(boolean active, Optional<Boolean> stale) {}

    /** Why nothing moves though it could. */
    public record Wedge(String host, String detail) {}

    /** A job that waits, {@code position} from 1. */
    public record QueueTicket(
            int position,
            String key,
            String repo,
            Owner owner,
            double enqueueAgeSeconds,
            String state,
            Optional<String> dispatchTarget) {}

    /** The process that waits; {@code starttime} in raw clock ticks. */
    public record Owner(long pid, long starttime, Optional<String> label) {}

    /** A job that has, or had, a host. */
    public record RemoteJob(
            String id,
            String repo,
            String snapshot,
            String stage,
            String host,
            OptionalInt rc,
            OptionalLong pullBytes,
            OptionalDouble pullDurationSeconds,
            Optional<Publication> publication) {}

    /** The staging-to-promotion life of a job's outputs. */
    public record Publication(PublicationPhase state, Optional<String> reason) {}
}
