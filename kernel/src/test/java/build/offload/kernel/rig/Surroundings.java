package build.offload.kernel.rig;

import build.offload.kernel.store.FaultPlan;
import build.offload.kernel.world.SimulatedWorld;
import build.offload.kernel.world.World;
import java.util.concurrent.ExecutorService;

/** What is there whether or not a controller lives: clock, processes, hosts, and the faults to come. */
record Surroundings(
        SimulatedWorld sim,
        FaultPlan faults,
        ScriptedExecutor executor,
        ScriptedPublication publication,
        LaneQueue lanes,
        Stalls stalls) {

    static Surroundings seeded(long seed) {
        Stalls stalls = new Stalls();
        return new Surroundings(
                SimulatedWorld.seeded(seed),
                new FaultPlan(),
                new ScriptedExecutor(stalls),
                new ScriptedPublication(stalls),
                new LaneQueue(),
                stalls);
    }

    /** Return the world with effects run by the given executor. */
    World withEffects(ExecutorService effects) {
        World world = sim.world();
        return new World(
                world.wallClock(),
                world.monotonicClock(),
                world.ids(),
                world.processes(),
                new RigThreads(effects, sim.threads()));
    }
}
