package build.offload.kernel.status;

import build.offload.kernel.status.ClusterSource.Joined;
import build.offload.kernel.store.IncidentRow;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.Store;
import build.offload.kernel.transition.Fault;
import build.offload.spi.frontend.ArtifactsView;
import build.offload.spi.frontend.Controller.NotFoundException;
import build.offload.spi.frontend.Controller.StoreUnavailableException;
import build.offload.spi.frontend.GarbageView;
import build.offload.spi.frontend.HealthView;
import build.offload.spi.frontend.HealthView.Incident;
import build.offload.spi.frontend.HostView;
import build.offload.spi.frontend.JobView;
import build.offload.spi.frontend.Query;
import build.offload.spi.frontend.Query.PluginView;
import build.offload.spi.frontend.Query.WaitingReason;
import build.offload.spi.frontend.SnapshotView;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.HostName;
import build.offload.spi.model.InvalidValueException;
import build.offload.spi.model.JobId;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Answers every query. Safe for use by several threads. */
public final class QueryReader {

    private static final int JOBS_LIMIT = 1000;

    /** Two are enough to see that a prefix is ambiguous. */
    private static final int PREFIX_LIMIT = 2;

    private static final Pattern HEX = Pattern.compile("[0-9a-f]{1,64}");

    private final StoreAccess store;
    private final ClusterSource source;
    private final Outside outside;
    private final JobViews jobs;
    private final ArtifactViews artifacts;

    /**
     * What no store knows.
     *
     * @param plugins the plugins and what is wrong with them
     * @param condition the same as the source's
     * @param configuration how the configuration fares
     * @param staging where an attempt's outputs are kept on this machine
     * @param reapedAt when what belongs to owners that are gone was last released
     * @param cleanedAt when this machine was last cleaned of what is over
     * @param snapshot what a submission of a checkout would send
     * @param garbage what a cleaning would remove
     * @param moving how far what travels for an attempt has come
     */
    public record Outside(
            ControllerIdentity identity,
            Supplier<List<PluginView>> plugins,
            Supplier<ControllerCondition> condition,
            Supplier<HealthView.Configuration> configuration,
            Function<AttemptId, Path> staging,
            Supplier<Optional<Instant>> reapedAt,
            Supplier<Optional<Instant>> cleanedAt,
            Function<Query.SnapshotOf, SnapshotView> snapshot,
            Supplier<GarbageView> garbage,
            Function<AttemptId, Optional<JobView.Moving>> moving) {}

    /** Create a reader. */
    public QueryReader(Store store, ClusterSource source, Outside outside) {
        this.store = new StoreAccess(store);
        this.source = source;
        this.outside = outside;
        this.jobs = new JobViews(outside.staging(), outside.moving());
        this.artifacts = new ArtifactViews(outside.staging());
    }

    /**
     * Answer a query from one consistent read.
     *
     * @throws StoreUnavailableException when the store cannot be read
     * @throws NotFoundException with {@code unknown-host} or {@code unknown-job}
     * @throws InvalidValueException when a cursor or a limit is out of form
     */
    @SuppressWarnings("unchecked") // Each query's type parameter is the type of the answer in its branch.
    public <R> R query(Query<R> query) {
        return (R) answer(query);
    }

    private Object answer(Query<?> query) {
        return switch (query) {
            case Query.Hosts _ -> store.read(HostViews::all);
            case Query.HostByName(HostName name) -> host(name);
            case Query.Jobs(int limit) -> newest(limit);
            case Query.JobById(JobId id) -> job(id);
            case Query.JobsByPrefix(String prefix) -> byPrefix(prefix);
            case Query.Artifacts(JobId id, int limit) -> artifacts(id, limit);
            case Query.Garbage _ -> outside.garbage().get();
            case Query.Workspaces _ -> store.read(WorkspaceViews::all);
            case Query.SnapshotOf asked -> outside.snapshot().apply(asked);
            case Query.Why(JobId id) -> why(id);
            case Query.Events(Optional<String> after, int limit) ->
                store.read(tx -> EventCursor.page(tx, after, limit));
            case Query.Audit audit -> store.read(tx -> AuditPages.page(tx, audit));
            case Query.Plugins _ -> outside.plugins().get();
            case Query.Health _ -> health();
        };
    }

    private HostView host(HostName name) {
        return store.read(tx -> HostViews.one(tx, name))
                .orElseThrow(() -> new NotFoundException(
                        "unknown-host", "no host '" + name + "' is enrolled; 'offload hosts' lists those that are"));
    }

    private List<JobView> newest(int limit) {
        if (limit < 1 || limit > JOBS_LIMIT) {
            throw new InvalidValueException("limit", "must be between 1 and " + JOBS_LIMIT + ", but is " + limit);
        }
        return store.read(tx -> views(tx.jobs().newest(limit), job -> jobs.view(tx, job)));
    }

    private JobView job(JobId id) {
        return store.read(tx -> tx.jobs().job(id).map(job -> jobs.view(tx, job)))
                .orElseThrow(() -> unknown(id));
    }

    private ArtifactsView artifacts(JobId id, int limit) {
        return store.read(tx -> tx.jobs().job(id).map(job -> artifacts.view(tx, job, limit)))
                .orElseThrow(() -> unknown(id));
    }

    private List<JobView> byPrefix(String prefix) {
        if (!HEX.matcher(prefix).matches()) {
            return List.of();
        }
        return store.read(tx -> views(tx.jobs().jobsByPrefix(prefix, PREFIX_LIMIT), job -> jobs.view(tx, job)));
    }

    private static List<JobView> views(List<JobRow> rows, Function<JobRow, JobView> view) {
        return rows.stream().map(view).toList();
    }

    private List<WaitingReason> why(JobId id) {
        Joined<Optional<JobRow>> found =
                source.currentWith((tx, reading) -> tx.jobs().job(id));
        return found.more().map(job -> WaitingReasons.of(job, found.reading())).orElseThrow(() -> unknown(id));
    }

    private static NotFoundException unknown(JobId id) {
        return new NotFoundException("unknown-job", "there is no job " + id + "; 'offload jobs' lists those there are");
    }

    /** Answered also without a store, because that is when it is asked for. */
    private HealthView health() {
        ControllerCondition condition = outside.condition().get();
        try {
            List<Incident> incidents = store.read(tx -> tx.incidents().open()).stream()
                    .map(QueryReader::incident)
                    .toList();
            return health(condition, condition.journal(), incidents);
        } catch (StoreUnavailableException unreadable) {
            Fault fault = condition.journal().orElse(new Fault(String.valueOf(unreadable.getMessage()), source.now()));
            return health(condition, Optional.of(fault), List.of());
        }
    }

    private HealthView health(ControllerCondition condition, Optional<Fault> fault, List<Incident> incidents) {
        ControllerIdentity identity = outside.identity();
        return new HealthView(
                identity.id(),
                identity.epoch(),
                identity.version(),
                fault.isEmpty(),
                fault.map(known -> new HealthView.Fault(known.reason(), known.since())),
                condition.loop().lastPassAt(),
                outside.reapedAt().get(),
                outside.cleanedAt().get(),
                outside.configuration().get(),
                incidents);
    }

    private static Incident incident(IncidentRow row) {
        String about = row.subject().isEmpty() ? row.message() : row.subject() + ": " + row.message();
        return new Incident(row.kind(), row.severity(), about, row.openedAt());
    }
}
