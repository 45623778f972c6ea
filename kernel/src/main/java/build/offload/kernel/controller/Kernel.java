package build.offload.kernel.controller;

import build.offload.kernel.controller.Settings.PolicySource;
import build.offload.kernel.event.EventLog;
import build.offload.kernel.event.EventLogSettings;
import build.offload.kernel.plugin.PluginGuard;
import build.offload.kernel.reconcile.AttemptFiles;
import build.offload.kernel.reconcile.AttemptSecrets;
import build.offload.kernel.reconcile.Connections;
import build.offload.kernel.reconcile.Garbage;
import build.offload.kernel.reconcile.LoopAssembly;
import build.offload.kernel.reconcile.ProgressBoard;
import build.offload.kernel.reconcile.Publications;
import build.offload.kernel.reconcile.Reconciler;
import build.offload.kernel.reconcile.Transfers;
import build.offload.kernel.redact.Redactor;
import build.offload.kernel.snapshot.CheckoutLocks;
import build.offload.kernel.snapshot.Mirrors;
import build.offload.kernel.snapshot.SnapshotSettings;
import build.offload.kernel.status.ControllerIdentity;
import build.offload.kernel.store.Store;
import build.offload.kernel.transition.Pipeline;
import build.offload.kernel.transition.PipelineSettings;
import build.offload.kernel.transition.Registration;
import build.offload.kernel.transition.WorkstationSeen;
import build.offload.kernel.world.Signal;
import build.offload.kernel.world.World;
import build.offload.spi.executor.Executor;
import build.offload.spi.executor.ExecutorContext;
import build.offload.spi.executor.HostIdentity;
import build.offload.spi.frontend.Controller;
import build.offload.spi.frontend.GarbageView;
import build.offload.spi.frontend.OperatorCall.BuildRequest;
import build.offload.spi.publish.PublicationStrategy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The kernel over one state folder: parts that know each other only by what they need, and the two threads that drive them. */
final class Kernel {

    /** A busy controller would do nothing but pass; a build that is alone waits for a placement only, and not so long. */
    private static final Duration PASSES_APART = Duration.ofMillis(10);

    private final Settings settings;
    private final LivePolicy live;
    private final World world;
    private final StateFolder folder;
    private final Redactor redactor = new Redactor();
    private final Signal moved = new Signal(PASSES_APART);
    private final ProgressBoard board = new ProgressBoard();
    private final Transfers transfers;
    private final Store store;
    private final Registration registration;
    private final Pipeline pipeline;
    private final PluginGuard guard;
    private final Connections connections;
    private final Mirrors mirrors;
    private final AttemptFiles files;
    private final AttemptSecrets secrets;
    private final Publications publications;
    private final Reconciler reconciler;
    private final ReadSide reads;
    private final LoopDriver driver;
    private final EventLog events;
    private boolean running;

    /** Open the state folder and put everything together; nothing runs yet. */
    Kernel(
            Settings settings,
            PolicySource source,
            PluginCatalogue plugins,
            Optional<SharedDatabase> database,
            World world) {
        this.settings = settings;
        live = new LivePolicy(settings.policy());
        this.world = world;
        transfers = new Transfers(board, world.monotonicClock());
        folder = StateFolder.prepare(settings.stateDirectory());
        settings.tokens().forEach(token -> redactor.register(token.secret()));
        database.flatMap(SharedDatabase::password).ifPresent(redactor::register);
        store = database.map(shared -> Store.open(shared.server(), world))
                .orElseGet(() -> Store.open(folder.database(), world));
        registration = Registration.open(store, folder.controllerId(world.ids()), world);
        pipeline = new Pipeline(registration, new Rules(live::dispatch), world, redactor, PipelineSettings.defaults());
        guard = new PluginGuard(plugins.roster(), world, redactor);
        connections = new Connections(executors(plugins), executorContext());
        mirrors = new Mirrors(
                folder.mirrors(), world.processes().bootId(), SnapshotSettings.standard(), new CheckoutLocks());
        files = new AttemptFiles(folder.root());
        secrets = new AttemptSecrets(names -> live.get().secrets().read(names), redactor);
        publications = publications(plugins);
        reconciler = loops(plugins).reconciler(live::dispatch);
        events = new EventLog(folder.root(), store, pipeline.resumePoints(), EventLogSettings.defaults());
        reads = readSide();
        driver = driver(source);
        pipeline.onCommit(() -> {
            moved.raise();
            board.move();
        });
    }

    private static Publications publications(PluginCatalogue plugins) {
        Map<String, PublicationStrategy> all = plugins.publications().stream()
                .collect(Collectors.toMap(PluginCatalogue.Loaded::name, PluginCatalogue.Loaded::plugin));
        if (!all.containsKey(BuildRequest.FILE_BY_FILE)) {
            throw new IllegalStateException("the plugin '" + BuildRequest.FILE_BY_FILE
                    + "' is missing; without it no output could ever be promoted");
        }
        return new Publications(all);
    }

    private static Map<String, Executor> executors(PluginCatalogue plugins) {
        return plugins.executors().stream()
                .collect(Collectors.toMap(PluginCatalogue.Loaded::name, PluginCatalogue.Loaded::plugin));
    }

    private ExecutorContext executorContext() {
        return new ExecutorContext(
                folder.executors(),
                registration.controllerId(),
                settings.policy().run().connectLimit(),
                settings.policy().run().silenceLimit());
    }

    private LoopAssembly loops(PluginCatalogue plugins) {
        return new LoopAssembly(
                store,
                registration.controllerId(),
                new LivePipeline(pipeline),
                world,
                new LoopAssembly.Plugins(
                        guard,
                        connections,
                        plugins.probes().stream()
                                .map(PluginCatalogue.Loaded::plugin)
                                .toList(),
                        publications),
                local(),
                Policies.loops(live),
                moved::raise);
    }

    private LoopAssembly.Local local() {
        return new LoopAssembly.Local(files, mirrors, new LoopAssembly.Watching(board, transfers), secrets);
    }

    private GarbageView garbage() {
        try {
            return new Garbage(store, local()).at(world.wallClock().now(), live.retention());
        } catch (IOException failure) {
            throw new UncheckedIOException("the state folder cannot be read: " + failure.getMessage(), failure);
        }
    }

    private ReadSide readSide() {
        return new ReadSide(
                store,
                world.wallClock(),
                live,
                new ReadSide.Live(
                        pipeline,
                        reconciler,
                        guard,
                        files,
                        new ReadSide.Looks(
                                new Previews(mirrors, world.processes().machineId()), this::garbage, transfers::of)),
                new ControllerIdentity(registration.controllerId(), registration.epoch(), settings.version()));
    }

    private LoopDriver driver(PolicySource source) {
        LivePipeline transitions = new LivePipeline(pipeline);
        WedgeLoop.Clues clues = new WedgeLoop.Clues(
                reconciler::dispatchedAt, () -> live.dispatch().wedgeAfter());
        return new LoopDriver(
                new LoopDriver.Loops(
                        new ConfigurationLoop(source, transitions, live),
                        reconciler,
                        new WedgeLoop(store, reads::status, transitions, clues)),
                events,
                pipeline,
                world.wallClock(),
                moved);
    }

    /** Start the writer and the loops. */
    void start() {
        world.threads().start("writer", pipeline::run);
        HostIdentity self = new HostIdentity(
                world.processes().machineId(), world.processes().bootId(), folder.workspaces(), settings.version());
        new LivePipeline(pipeline).apply(new WorkstationSeen(Workstation.name(), self));
        world.threads().start("reconcile", () -> driver.run(Policies.loops(live).period()));
        running = true;
    }

    /** Return what frontends see. */
    Controller gateway() {
        Gate gate = new Gate(
                store, pipeline, world.wallClock(), PipelineSettings.defaults().replayRetention(), redactor);
        return new Gateway(
                reads,
                gate,
                new Gateway.Gathering(
                        new Enrolment(
                                store,
                                gate,
                                guard,
                                connections,
                                world.processes().machineId()),
                        new Removal(store, gate, guard, connections),
                        new Submissions(
                                gate, store, mirrors, new Submissions.Checks(publications, secrets), world.processes()),
                        new Cleaning(gate, live::retention, world.wallClock(), this::cleanSoon)),
                new JobWatch(files, board, reads::job, world.monotonicClock()::nanos));
    }

    private void cleanSoon() {
        reconciler.cleanSoon();
        moved.raise();
    }

    /** End the loops, finish what the pipeline admitted, and close everything. */
    void stop() {
        try {
            if (running) {
                driver.stop();
            }
            pipeline.stop();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            events.close();
            connections.close();
            store.close();
        }
    }
}
