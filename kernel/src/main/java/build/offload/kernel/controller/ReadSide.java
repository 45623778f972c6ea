package build.offload.kernel.controller;

import build.offload.kernel.metric.MetricReader;
import build.offload.kernel.plugin.PluginGuard;
import build.offload.kernel.reconcile.AttemptFiles;
import build.offload.kernel.reconcile.LoopSettings;
import build.offload.kernel.reconcile.Reconciler;
import build.offload.kernel.status.ClusterSource;
import build.offload.kernel.status.ControllerCondition;
import build.offload.kernel.status.ControllerIdentity;
import build.offload.kernel.status.LoopState;
import build.offload.kernel.status.QueryReader;
import build.offload.kernel.status.StatusReader;
import build.offload.kernel.store.Store;
import build.offload.kernel.transition.Pipeline;
import build.offload.kernel.world.WallClock;
import build.offload.spi.frontend.Controller.Metric;
import build.offload.spi.frontend.Controller.StatusPage;
import build.offload.spi.frontend.GarbageView;
import build.offload.spi.frontend.JobView;
import build.offload.spi.frontend.Query;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.JobId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** The read side put together: status, metrics and queries over one source, and what only this process knows. */
final class ReadSide implements Gateway.Reads {

    private final StatusReader status;
    private final MetricReader metrics;
    private final QueryReader queries;
    private final Live live;
    private final Instant startedAt;

    /** What of the running controller is read. */
    record Live(Pipeline pipeline, Reconciler reconciler, PluginGuard guard, AttemptFiles files, Looks looks) {}

    /** What is looked up beside the store when somebody asks. */
    record Looks(
            Previews previews, Supplier<GarbageView> garbage, Function<AttemptId, Optional<JobView.Moving>> moving) {}

    ReadSide(Store store, WallClock clock, LivePolicy policy, Live live, ControllerIdentity identity) {
        this.live = live;
        this.startedAt = clock.now();
        ClusterSource source = new ClusterSource(store, clock, () -> condition(policy));
        status = new StatusReader(source, identity.id() + "-" + identity.epoch());
        metrics = new MetricReader(source, status, live.reconciler()::reapedAt);
        queries = new QueryReader(
                store,
                source,
                new QueryReader.Outside(
                        identity,
                        live.guard()::views,
                        () -> condition(policy),
                        policy::view,
                        live.files()::staging,
                        live.reconciler()::reapedAt,
                        live.reconciler()::cleanedAt,
                        live.looks().previews()::of,
                        live.looks().garbage(),
                        live.looks().moving()));
    }

    private ControllerCondition condition(LivePolicy policy) {
        LoopState loop = new LoopState(
                startedAt,
                live.reconciler().lastPass().map(Reconciler.Pass::at),
                live.reconciler().lastPass().filter(pass -> !pass.clean()).isPresent(),
                LoopSettings.standard().period());
        return new ControllerCondition(
                loop,
                live.reconciler().dispatchedAt(),
                policy.status(),
                policy.get().problem(),
                live.pipeline().journalFault());
    }

    @Override
    public StatusPage status() {
        return status.status();
    }

    @Override
    public List<Metric> metrics() {
        return metrics.metrics();
    }

    @Override
    public <R> R query(Query<R> query) {
        return queries.query(query);
    }

    JobView job(JobId id) {
        return queries.query(new Query.JobById(id));
    }
}
