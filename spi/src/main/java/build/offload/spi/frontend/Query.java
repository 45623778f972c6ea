package build.offload.spi.frontend;

import build.offload.spi.model.HostName;
import build.offload.spi.model.JobId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A question about the present state; {@code R} is the type of its answer. Each is answered from one consistent read. */
public sealed interface Query<R> {

    /** Every host with what the operator API shows beyond {@code /status}. */
    record Hosts() implements Query<List<HostView>> {}

    /** One host. */
    record HostByName(HostName name) implements Query<HostView> {}

    /** The newest jobs first, unfinished and finished, at most {@code limit}. */
    record Jobs(int limit) implements Query<List<JobView>> {}

    /** One job. */
    record JobById(JobId id) implements Query<JobView> {}

    /** The jobs whose id begins with the given hexadecimal digits, at most two: enough to see that it is ambiguous. */
    record JobsByPrefix(String prefix) implements Query<List<JobView>> {}

    /** What a job brought back, at most {@code limit} files of it, and what keeps it out of the checkout. */
    record Artifacts(JobId id, int limit) implements Query<ArtifactsView> {}

    /**
     * What would travel if the checkout were submitted now. Nothing is submitted; a first look reads every file.
     *
     * @param checkout its absolute path on this machine
     * @param path a path in it, relative, that is to be explained
     * @param limit how many files to list, the largest first
     */
    record SnapshotOf(String checkout, Optional<String> path, int limit) implements Query<SnapshotView> {}

    /** What would go if this machine were cleaned now. */
    record Garbage() implements Query<GarbageView> {}

    /** What hosts keep for the next keeping builds of checkouts, by host. */
    record Workspaces() implements Query<List<WorkspaceView>> {}

    /** Host by host, the reason why a waiting job is not there. */
    record Why(JobId id) implements Query<List<WaitingReason>> {}

    /** Events later than a cursor, in commit order. */
    record Events(Optional<String> after, int limit) implements Query<EventPage> {}

    /**
     * Lines of the audit journal, newest first.
     *
     * @param before the {@code nextCursor} of the page before; absent for the newest
     */
    record Audit(AuditFilter filter, Optional<String> before, int limit) implements Query<AuditPage> {}

    /**
     * Which lines of the audit journal are meant.
     *
     * @param since only those not older than this
     * @param internal whether what the controller's own loops asked for is meant as well
     */
    record AuditFilter(Optional<Instant> since, Optional<String> actor, Optional<String> kind, boolean internal) {}

    /** A page of the audit journal; {@code nextCursor} leads to older lines and is absent where there are none. */
    record AuditPage(List<AuditView> entries, Optional<String> nextCursor) {}

    /** The loaded plugins and those that could not be loaded. */
    record Plugins() implements Query<List<PluginView>> {}

    /** How the controller itself fares. */
    record Health() implements Query<HealthView> {}

    /** Why one host does not take a job. */
    record WaitingReason(HostName host, String code, String message) {}

    /** A page of events; {@code nextCursor} resumes after the last of them. */
    record EventPage(List<EventView> events, String nextCursor) {}

    /** One plugin, or one jar that gave none; {@code problem} says why it does not work. */
    record PluginView(String name, String kind, String version, String location, Optional<String> problem) {}
}
