package build.offload.kernel.rig;

/** What becomes of a command that a scripted host runs, as the next look at it finds. */
public sealed interface Fate {

    /** It ends by itself. */
    record Exits(int code) implements Fate {}

    /** It goes on. */
    record Runs() implements Fate {}

    /** It is killed from outside and leaves no exit code. */
    record Vanishes() implements Fate {}

    /** The host shows that it never was started. */
    record NeverStarted() implements Fate {}
}
