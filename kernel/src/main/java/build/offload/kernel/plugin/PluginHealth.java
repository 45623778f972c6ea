package build.offload.kernel.plugin;

import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** What is known of one plugin's calls. Safe for use by several threads. */
final class PluginHealth {

    private final LoadedPlugin plugin;
    private final Set<GuardedCall<?>> abandoned = new HashSet<>();
    private Optional<Problem> problem = Optional.empty();

    PluginHealth(LoadedPlugin plugin) {
        this.plugin = plugin;
    }

    LoadedPlugin plugin() {
        return plugin;
    }

    /** Return the latest problem, with how often in a row there was one and since when. */
    synchronized Optional<String> problem() {
        return problem.map(Problem::text);
    }

    synchronized void failed(String message, Instant now) {
        Problem first = problem.orElse(new Problem(message, now, 0));
        problem = Optional.of(new Problem(message, first.since(), first.count() + 1));
    }

    synchronized void succeeded() {
        problem = Optional.empty();
    }

    /** Remember a call that was given up, for as long as it runs on. */
    synchronized void abandon(GuardedCall<?> call) {
        if (call.abandoned()) {
            abandoned.add(call);
        }
    }

    synchronized void ended(GuardedCall<?> call) {
        abandoned.remove(call);
    }

    synchronized int abandoned() {
        return abandoned.size();
    }

    private record Problem(String message, Instant since, int count) {

        String text() {
            return count == 1
                    ? message + " (at " + since + ")"
                    : message + " (" + count + " times since " + since + ")";
        }
    }
}
