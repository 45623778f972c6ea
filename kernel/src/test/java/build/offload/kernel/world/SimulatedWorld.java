package build.offload.kernel.world;

/** A world under a test's control. */
public record SimulatedWorld(ManualClock clock, SteppedThreads threads, FixedProcessTable processes, World world) {

    /** Return a world whose time stands still and whose ids come from a seed. */
    public static SimulatedWorld seeded(long seed) {
        ManualClock clock = new ManualClock();
        SteppedThreads threads = new SteppedThreads();
        FixedProcessTable processes = new FixedProcessTable();
        return new SimulatedWorld(
                clock, threads, processes, new World(clock, clock, new SeededIds(seed), processes, threads));
    }

    /** Return this world with real threads, for tests about concurrency. */
    public World withRealThreads() {
        return new World(clock, clock, world.ids(), processes, World.system().threads());
    }
}
