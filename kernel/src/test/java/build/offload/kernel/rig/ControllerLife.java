package build.offload.kernel.rig;

import build.offload.kernel.controller.RuleBook;
import build.offload.kernel.plugin.LoadedPlugin;
import build.offload.kernel.plugin.PluginGuard;
import build.offload.kernel.plugin.PluginRoster;
import build.offload.kernel.reconcile.AttemptFiles;
import build.offload.kernel.reconcile.AttemptSecrets;
import build.offload.kernel.reconcile.Connections;
import build.offload.kernel.reconcile.LoopAssembly;
import build.offload.kernel.reconcile.ProgressBoard;
import build.offload.kernel.reconcile.Publications;
import build.offload.kernel.reconcile.Reconciler;
import build.offload.kernel.reconcile.Transfers;
import build.offload.kernel.redact.Redactor;
import build.offload.kernel.snapshot.Mirrors;
import build.offload.kernel.store.SqliteBackend;
import build.offload.kernel.store.Store;
import build.offload.kernel.transition.Outcome;
import build.offload.kernel.transition.Pipeline;
import build.offload.kernel.transition.PipelineSettings;
import build.offload.kernel.transition.Registration;
import build.offload.kernel.transition.Request;
import build.offload.kernel.transition.Transition;
import build.offload.kernel.world.World;
import build.offload.spi.Plugin;
import build.offload.spi.executor.ExecutorContext;
import build.offload.spi.frontend.OperatorCall.BuildRequest;
import build.offload.spi.probe.CapabilityProbe;
import build.offload.spi.publish.PublicationStrategy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** One life of a controller, from its start to its stop or death: everything it holds in memory. */
final class ControllerLife implements AutoCloseable {

    private static final String ACTOR = "controller";

    private final Store store;
    private final Pipeline pipeline;
    private final Mirrors mirrors;
    private final AttemptFiles files;
    private final Connections connections;
    private final Reconciler reconciler;
    private boolean moved;

    ControllerLife(Path folder, Surroundings around, RigSettings settings) {
        World quiet = around.sim().world();
        Redactor redactor = new Redactor();
        store = SqliteBackend.migrated(folder).open(quiet, around.faults());
        Registration registration = Registration.open(store, Rig.CONTROLLER, quiet);
        pipeline = new Pipeline(
                registration,
                settings.parts().rules().apply(RuleBook.of(settings.dispatch())),
                quiet,
                redactor,
                PipelineSettings.defaults());
        pipeline.onCommit(() -> moved = true);
        mirrors = settings.parts()
                .capturing()
                .mirrors(folder.resolve("mirrors"), quiet.processes().bootId());
        files = new AttemptFiles(folder);
        ExecutorContext context =
                new ExecutorContext(folder, Rig.CONTROLLER, Duration.ofSeconds(10), Duration.ofSeconds(90));
        connections = new Connections(
                Map.of(ScriptedExecutor.NAME, around.executor(), ScriptedExecutor.LOCAL, around.executor()), context);
        CapabilityProbe probe = around.executor().probe();
        PluginGuard guard = new PluginGuard(
                roster(around.executor(), probe, around.publication()),
                around.withEffects(new InlineCalls(around.stalls())),
                redactor);
        reconciler = new LoopAssembly(
                        store,
                        Rig.CONTROLLER,
                        settings.parts().transitions().apply(this::apply),
                        around.withEffects(around.lanes()),
                        new LoopAssembly.Plugins(
                                guard, connections, List.of(probe), publications(around.publication())),
                        new LoopAssembly.Local(
                                files, mirrors, watching(quiet), new AttemptSecrets(settings.secrets(), redactor)),
                        settings.loops(),
                        () -> moved = true)
                .reconciler(settings::dispatch);
    }

    private static LoopAssembly.Watching watching(World quiet) {
        ProgressBoard board = new ProgressBoard();
        return new LoopAssembly.Watching(board, new Transfers(board, quiet.monotonicClock()));
    }

    private static Publications publications(PublicationStrategy only) {
        return new Publications(Map.of(BuildRequest.FILE_BY_FILE, only));
    }

    private static PluginRoster roster(Plugin... plugins) {
        return new PluginRoster(
                List.of(plugins).stream()
                        .map(plugin -> new LoadedPlugin(plugin, plugin.name(), "scripted", "1", "rig"))
                        .toList(),
                List.of());
    }

    private Outcome apply(Transition transition) {
        return ask(Request.internal(transition, ACTOR));
    }

    /** Ask for something and step the pipeline until it is decided. */
    Outcome ask(Request request) {
        return askAll(List.of(request)).getFirst();
    }

    /** Ask for several things, and only then step the pipeline until all are decided. */
    List<Outcome> askAll(List<Request> requests) {
        List<CompletableFuture<Outcome>> answers =
                requests.stream().map(pipeline::submit).toList();
        while (!answers.stream().allMatch(CompletableFuture::isDone)) {
            pipeline.step();
        }
        return answers.stream().map(CompletableFuture::join).toList();
    }

    /** Return whether something moved since the last call, so that the loops' driver would pass again at once. */
    boolean takeMoved() {
        boolean was = moved;
        moved = false;
        return was;
    }

    Store store() {
        return store;
    }

    Pipeline pipeline() {
        return pipeline;
    }

    Mirrors mirrors() {
        return mirrors;
    }

    AttemptFiles files() {
        return files;
    }

    Reconciler reconciler() {
        return reconciler;
    }

    @Override
    public void close() {
        connections.close();
        store.close();
    }
}
