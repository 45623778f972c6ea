package build.offload.kernel.world;

/** A clock that never goes back, for durations within this process. It stands still while the machine is suspended. */
@FunctionalInterface
public interface MonotonicClock {

    /** Return nanoseconds since an arbitrary moment. */
    long nanos();
}
