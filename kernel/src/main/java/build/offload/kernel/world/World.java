package build.offload.kernel.world;

/** Everything the kernel takes from outside, in one value that a simulation replaces. */
public record World(
        WallClock wallClock, MonotonicClock monotonicClock, IdSource ids, ProcessTable processes, Threads threads) {

    /** Return the real world. */
    public static World system() {
        return new World(
                SystemClocks::now, System::nanoTime, new SecureIds(), new LinuxProcessTable(), new PlatformThreads());
    }
}
