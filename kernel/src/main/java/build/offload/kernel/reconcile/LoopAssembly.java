package build.offload.kernel.reconcile;

import build.offload.kernel.dispatch.DispatchPolicy;
import build.offload.kernel.dispatch.Planner;
import build.offload.kernel.plugin.PluginGuard;
import build.offload.kernel.reconcile.AttemptLoop.Phases;
import build.offload.kernel.snapshot.Mirrors;
import build.offload.kernel.store.Store;
import build.offload.kernel.world.World;
import build.offload.spi.probe.CapabilityProbe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Everything the loops work with, put together.
 *
 * @param wake called when an effect has ended, so that the next pass comes at once
 */
public record LoopAssembly(
        Store store,
        String controllerId,
        Transitions transitions,
        World world,
        Plugins plugins,
        Local local,
        LoopSettings settings,
        Runnable wake) {

    /** What touches the outside world. */
    public record Plugins(
            PluginGuard guard, Connections connections, List<CapabilityProbe> probes, Publications publications) {}

    /** What is on this machine. */
    public record Local(AttemptFiles files, Mirrors mirrors, Watching watching, AttemptSecrets secrets) {}

    /** What those who wait for a job see moving. */
    public record Watching(ProgressBoard board, Transfers transfers) {}

    /** Return a reconciler over all of it. */
    public Reconciler reconciler(Supplier<DispatchPolicy> dispatch) {
        Lanes lanes = new Lanes(world.threads().effects(), world.monotonicClock(), wake);
        Workings workings = new Workings(store, transitions, lanes, world.wallClock(), settings);
        Sightings sightings = new Sightings(world.monotonicClock());
        return new Reconciler(
                store,
                controllerId,
                new Reconciler.Loops(
                        new OwnerLoop(world.processes(), transitions, world.monotonicClock(), sightings, settings),
                        new DispatchLoop(
                                store,
                                transitions,
                                new Planner(new Planner.Self(
                                        controllerId, world.processes().machineId())),
                                dispatch,
                                world.wallClock().now()),
                        new AttemptLoop(workings, phases(sightings), local.secrets()),
                        new HostLoop(
                                workings,
                                plugins.connections(),
                                look(),
                                new CircuitCheck(plugins.guard(), settings),
                                new HostLoop.Here(world.processes().machineId(), world.monotonicClock())),
                        new Reconciler.Cleaners(
                                new SweepLoop(
                                        workings,
                                        plugins.connections(),
                                        plugins.guard(),
                                        local,
                                        world.processes().machineId()),
                                new LeftoverLoop(workings, new Leftovers(store, local)),
                                new WorkspaceLoop(workings, plugins.connections(), plugins.guard()),
                                new GoneLoop(store, transitions, controllerId),
                                new UnreadableLoop(store, transitions))),
                sightings);
    }

    private Phases phases(Sightings sightings) {
        PluginGuard guard = plugins.guard();
        Connections connections = plugins.connections();
        return new Phases(
                new PreparePhase(guard, connections, local, world.wallClock().now(), settings),
                new StartPhase(guard, connections, local.secrets(), sightings, settings),
                new FollowPhase(guard, connections, local, sightings, settings),
                new CollectPhase(guard, connections, local, settings),
                new PublishPhase(store, guard, plugins.publications(), local.files(), local.mirrors()),
                new CancelPhase(guard, connections, settings));
    }

    private HostLook look() {
        return new HostLook(plugins.guard(), plugins.probes(), this::stagingProblem, world.monotonicClock(), settings);
    }

    private Optional<String> stagingProblem() {
        try {
            Files.createDirectories(local.files().stagingRoot());
            Path trial = Files.createTempFile(local.files().stagingRoot(), ".trial-", "");
            Files.delete(trial);
            return Optional.empty();
        } catch (IOException failure) {
            return Optional.of("staging on the controller's machine cannot be written: " + failure);
        }
    }
}
