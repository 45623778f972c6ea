package build.offload.kernel.plugin;

import build.offload.kernel.plugin.GuardedCall.Ended;
import build.offload.kernel.redact.Redactor;
import build.offload.kernel.world.World;
import build.offload.spi.Plugin;
import build.offload.spi.executor.ExecutorException;
import build.offload.spi.frontend.Query.PluginView;
import java.time.Duration;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * Stands around every call of a plugin. Whatever a plugin does, throw, hang or answer nonsense, comes out as a value, within
 * the limit, and is known by the plugin's name. Only a broken virtual machine ({@link VirtualMachineError} other than a stack
 * overflow) gets through. Safe for use by several threads.
 */
public final class PluginGuard {

    /** How many calls of one plugin may run on after they were given up, before it is called no more. */
    static final int ABANDONED_LIMIT = 256;

    private static final int MESSAGE_LIMIT = 2000;

    private static final Comparator<PluginView> BY_KIND = Comparator.comparing(PluginView::kind)
            .thenComparing(PluginView::name)
            .thenComparing(PluginView::location);

    private final World world;
    private final Redactor redactor;
    private final List<FailedPlugin> failed;
    private final IdentityHashMap<Plugin, PluginHealth> health = new IdentityHashMap<>();

    /** Create a guard for the plugins of a roster. */
    public PluginGuard(PluginRoster roster, World world, Redactor redactor) {
        this.world = world;
        this.redactor = redactor;
        this.failed = roster.failed();
        roster.loaded().forEach(plugin -> health.put(plugin.plugin(), new PluginHealth(plugin)));
    }

    /**
     * Call a plugin on a thread of its own and wait for the value, at most as long as the limit. Past it the thread is
     * interrupted and the call given up.
     *
     * @param plugin one of the roster's
     * @param operation what is called, for messages
     * @param call what also checks the value, when more can be wrong with it than being null: what it throws counts as
     *     thrown by the plugin
     */
    public <T> CallResult<T> call(Plugin plugin, String operation, Duration limit, Callable<T> call) {
        PluginHealth called = Optional.ofNullable(health.get(plugin))
                .orElseThrow(() -> new IllegalArgumentException("a plugin that is not of the roster"));
        if (called.abandoned() >= ABANDONED_LIMIT) {
            return broken(
                    called,
                    operation + " was not called: " + ABANDONED_LIMIT
                            + " earlier calls were given up and still run; restart the controller");
        }
        GuardedCall<T> guarded = new GuardedCall<>(called, call);
        try {
            return await(
                    guarded, called, operation, limit, world.threads().effects().submit(guarded));
        } catch (RejectedExecutionException stopping) {
            return stopped(called, operation);
        }
    }

    private <T> CallResult<T> await(
            GuardedCall<T> guarded, PluginHealth called, String operation, Duration limit, Future<Ended<T>> running) {
        try {
            return result(called, operation, running.get(TimeUnit.NANOSECONDS.convert(limit), TimeUnit.NANOSECONDS));
        } catch (ExecutionException defect) {
            throw new IllegalStateException("a call is given back as a value, whatever it throws", defect);
        } catch (TimeoutException late) {
            giveUp(guarded, called, running);
            called.failed(
                    operation + " was not done within " + seconds(limit),
                    world.wallClock().now());
            return new CallResult.Late<>(called.plugin().name(), limit);
        } catch (InterruptedException stopping) {
            giveUp(guarded, called, running);
            Thread.currentThread().interrupt();
            return stopped(called, operation);
        }
    }

    private static void giveUp(GuardedCall<?> guarded, PluginHealth called, Future<?> running) {
        called.abandon(guarded);
        running.cancel(true);
    }

    private <T> CallResult<T> result(PluginHealth called, String operation, Ended<T> ended) {
        if (ended.thrown().isPresent()) {
            return threw(called, operation, ended.thrown().get());
        }
        if (ended.value().isEmpty()) {
            return broken(called, operation + " returned nothing where a value is promised");
        }
        called.succeeded();
        return new CallResult.Returned<>(ended.value().get());
    }

    /** An executor's own exception speaks of the host: it says neither that the plugin is broken nor that it is not. */
    private <T> CallResult<T> threw(PluginHealth called, String operation, Throwable thrown) {
        return switch (thrown) {
            case ExecutorException typed ->
                new CallResult.Threw<>(
                        called.plugin().name(), text(operation + ": " + typed.getMessage()), Optional.of(typed));
            case StackOverflowError deep -> broken(called, operation + " threw " + described(deep));
            case VirtualMachineError broken -> throw broken;
            case Throwable other -> broken(called, operation + " threw " + described(other));
        };
    }

    private <T> CallResult<T> broken(PluginHealth called, String message) {
        String text = text(message);
        called.failed(text, world.wallClock().now());
        return new CallResult.Threw<>(called.plugin().name(), text, Optional.empty());
    }

    private static <T> CallResult<T> stopped(PluginHealth called, String operation) {
        return new CallResult.Threw<>(
                called.plugin().name(), operation + " was given up: the controller is stopping", Optional.empty());
    }

    /** The message of an exception is code of the plugin, too. */
    private static String described(Throwable failure) {
        try {
            return failure.toString();
        } catch (RuntimeException | LinkageError | StackOverflowError unspeakable) {
            return failure.getClass().getName();
        }
    }

    private String text(String message) {
        String clean = redactor.redact(message);
        return clean.length() <= MESSAGE_LIMIT ? clean : clean.substring(0, MESSAGE_LIMIT) + "…";
    }

    private static String seconds(Duration limit) {
        return limit.toMillis() / 1000.0 + " s";
    }

    /** Return whether a call of this plugin that was given up is still at work. */
    public boolean stillRuns(Plugin plugin) {
        PluginHealth called = health.get(plugin);
        return called != null && called.abandoned() > 0;
    }

    /** Return every plugin, and everything that should have been one, with what is wrong with it now. */
    public List<PluginView> views() {
        Stream<PluginView> loaded = health.values().stream().map(PluginGuard::view);
        Stream<PluginView> broken = failed.stream().map(PluginGuard::view);
        return Stream.concat(loaded, broken).sorted(BY_KIND).toList();
    }

    private static PluginView view(PluginHealth known) {
        LoadedPlugin plugin = known.plugin();
        return new PluginView(plugin.name(), plugin.kind(), plugin.version(), plugin.location(), known.problem());
    }

    private static PluginView view(FailedPlugin plugin) {
        return new PluginView(
                plugin.name(),
                "unusable",
                "",
                plugin.location(),
                Optional.of(plugin.stage() + ": " + plugin.problem()));
    }
}
