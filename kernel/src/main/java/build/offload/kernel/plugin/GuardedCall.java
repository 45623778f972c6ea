package build.offload.kernel.plugin;

import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;

/** One call of a plugin, as it runs on a thread of its own under the class loader that the plugin's libraries expect. */
final class GuardedCall<T> implements Callable<GuardedCall.Ended<T>> {

    private final PluginHealth health;
    private final Callable<T> call;
    private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);

    private enum State {
        WAITING,
        RUNNING,
        OVER
    }

    /**
     * How a call ended. What was thrown travels as a value: an exception that wraps it would call its methods, which are code
     * of the plugin.
     */
    record Ended<T>(Optional<T> value, Optional<Throwable> thrown) {}

    GuardedCall(PluginHealth health, Callable<T> call) {
        this.health = health;
        this.call = call;
    }

    @Override
    public Ended<T> call() {
        if (!state.compareAndSet(State.WAITING, State.RUNNING)) {
            return new Ended<>(Optional.empty(), Optional.empty());
        }
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try {
            thread.setContextClassLoader(health.plugin().plugin().getClass().getClassLoader());
            return new Ended<>(Optional.ofNullable(call.call()), Optional.empty());
        } catch (Throwable thrown) {
            return new Ended<>(Optional.empty(), Optional.of(thrown));
        } finally {
            thread.setContextClassLoader(before);
            state.set(State.OVER);
            health.ended(this);
        }
    }

    /** Give up: what has not begun never does. Returns whether it runs on. */
    boolean abandoned() {
        state.compareAndSet(State.WAITING, State.OVER);
        return state.get() == State.RUNNING;
    }
}
