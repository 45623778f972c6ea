package build.offload.conformance.crash;

import java.lang.instrument.Instrumentation;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Loaded into a controller, has its process killed at the end of a trail as a power cut would end it: by {@code SIGKILL},
 * with the thread that is there standing still.
 */
public final class CrashAgent {

    private static volatile Trail trail = Trail.parse("in none#none");

    private CrashAgent() {}

    /** Begin with the process. */
    public static void premain(String argument, Instrumentation instrumentation) throws Exception {
        agentmain(argument, instrumentation);
    }

    /**
     * Begin in a process that runs.
     *
     * @throws NoSuchMethodException when the product has no method of a mark any more
     */
    public static void agentmain(String argument, Instrumentation instrumentation) throws Exception {
        SelfKill.makeReady();
        trail = Trail.parse(URLDecoder.decode(argument, StandardCharsets.UTF_8));
        Set<Class<?>> classes = new LinkedHashSet<>();
        Reporting reporting = new Reporting(trail.marks());
        instrumentation.addTransformer(reporting, true);
        for (Mark mark : trail.marks()) {
            Class<?> type = Class.forName(mark.type(), false, ClassLoader.getSystemClassLoader());
            if (Arrays.stream(type.getDeclaredMethods())
                    .noneMatch(method -> method.getName().equals(mark.method()))) {
                throw new NoSuchMethodException(mark.place());
            }
            classes.add(type);
        }
        instrumentation.retransformClasses(classes.toArray(Class<?>[]::new));
        if (!classes.stream().map(Class::getName).allMatch(reporting.done()::contains)) {
            throw new IllegalStateException("only these classes report: " + reporting.done());
        }
    }

    /** Called by the product's code at each mark. */
    public static void reached(Object first, String place) {
        if (trail.ends(place, first)) {
            if (trail.delayMillis() > 0) {
                CompletableFuture.delayedExecutor(trail.delayMillis(), TimeUnit.MILLISECONDS)
                        .execute(SelfKill::now);
            } else {
                SelfKill.now();
            }
        }
    }
}
