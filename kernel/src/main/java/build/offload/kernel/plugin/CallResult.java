package build.offload.kernel.plugin;

import build.offload.spi.executor.ExecutorException;
import java.time.Duration;
import java.util.Optional;

/** What came of calling a plugin. */
public sealed interface CallResult<T> {

    /** It gave a value. */
    record Returned<T>(T value) implements CallResult<T> {}

    /**
     * It failed, or gave nothing where a value is promised.
     *
     * @param plugin the plugin's name
     * @param message what was called and how it failed, without secrets
     * @param typed what an executor or a probe says about the host; absent when the plugin itself is to blame
     */
    record Threw<T>(String plugin, String message, Optional<ExecutorException> typed) implements CallResult<T> {}

    /** It was not back within the limit and was given up. What it does from now on reaches nobody. */
    record Late<T>(String plugin, Duration limit) implements CallResult<T> {}
}
