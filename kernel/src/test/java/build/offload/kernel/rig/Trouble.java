package build.offload.kernel.rig;

import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.ExecutorException.Kind;

/**
 * What befalls one call of a host.
 *
 * @param before runs before the host does what it is asked; when it throws, the host does nothing
 * @param after runs when the host has done it; when it throws, the answer is lost
 * @param delay what takes longer than anybody waits
 */
public record Trouble(Act before, Act after, Delay delay) {

    /** What takes so long that the call is given up. */
    public enum Delay {
        /** Nothing does. */
        NONE,
        /** The host never does it. */
        FOR_EVER,
        /** The host does it some time after the call was given up. */
        OF_THE_CALL,
        /** The host does it at once, and its answer comes too late. */
        OF_THE_ANSWER
    }

    private Trouble(Act before, Act after) {
        this(before, after, Delay.NONE);
    }

    private static final Act NOTHING = () -> {};

    /** No trouble at all. */
    public static final Trouble NONE = new Trouble(NOTHING, NOTHING);

    /** Something that happens around a call. */
    @FunctionalInterface
    public interface Act {
        void run() throws ExecutorException;
    }

    /** The call fails, and the host has done nothing. */
    public static Trouble failing(Kind kind) {
        return new Trouble(
                () -> {
                    throw new ExecutorException(kind, "as scripted: " + kind);
                },
                NOTHING);
    }

    /** The host does it, and the connection breaks before it can say so. */
    public static Trouble answerLost() {
        return new Trouble(NOTHING, () -> {
            throw new ExecutorException(Kind.CONNECTION_LOST, "as scripted: the answer is lost");
        });
    }

    /** The call never comes back, and the host has done nothing. */
    public static Trouble stalling() {
        return delayed(Delay.FOR_EVER);
    }

    /** The call is given up before it comes back. */
    public static Trouble delayed(Delay delay) {
        return new Trouble(NOTHING, NOTHING, delay);
    }

    /** The controller dies before the host has done anything. */
    public static Trouble deathBefore() {
        return new Trouble(
                () -> {
                    throw new Death("before a call");
                },
                NOTHING);
    }

    /** The controller dies when the host has done it and not yet said so. */
    public static Trouble deathAfter() {
        return new Trouble(NOTHING, () -> {
            throw new Death("after a call");
        });
    }

    /** Something else happens while the call is under way, before the host has done it. */
    public static Trouble meanwhile(Runnable other) {
        return new Trouble(other::run, NOTHING);
    }
}
