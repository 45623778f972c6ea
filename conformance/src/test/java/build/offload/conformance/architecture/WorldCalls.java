package build.offload.conformance.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaConstructorCall;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import java.util.Map;
import java.util.Set;

/** Calls into the JDK by which a class gets hold of the world around it. */
final class WorldCalls {

    private static final String CONSTRUCTOR = "<init>";

    /** Class name to method names. A method that takes a java.time.Clock is harmless and is told apart by its parameters. */
    private static final Map<String, Set<String>> TIME_OR_CHANCE = Map.ofEntries(
            Map.entry("java.lang.System", Set.of("currentTimeMillis", "nanoTime")),
            Map.entry("java.time.Instant", Set.of("now")),
            Map.entry("java.time.LocalDate", Set.of("now")),
            Map.entry("java.time.LocalDateTime", Set.of("now")),
            Map.entry("java.time.OffsetDateTime", Set.of("now")),
            Map.entry("java.time.ZonedDateTime", Set.of("now")),
            Map.entry(
                    "java.time.Clock", Set.of("systemUTC", "systemDefaultZone", "system", "tickMillis", "tickSeconds")),
            Map.entry("java.time.InstantSource", Set.of("system")),
            Map.entry("java.util.UUID", Set.of("randomUUID")),
            Map.entry("java.lang.Math", Set.of("random")),
            Map.entry("java.util.Random", Set.of(CONSTRUCTOR)),
            Map.entry("java.util.SplittableRandom", Set.of(CONSTRUCTOR)),
            Map.entry("java.security.SecureRandom", Set.of(CONSTRUCTOR, "getInstance", "getInstanceStrong")),
            Map.entry("java.util.concurrent.ThreadLocalRandom", Set.of("current")),
            Map.entry("java.lang.ProcessHandle", Set.of("current", "of", "allProcesses")),
            Map.entry("java.lang.Thread", Set.of("sleep")),
            Map.entry("java.util.concurrent.TimeUnit", Set.of("sleep")));

    private static final Map<String, Set<String>> THREADS = Map.ofEntries(
            Map.entry("java.lang.Thread", Set.of(CONSTRUCTOR, "ofVirtual", "ofPlatform", "startVirtualThread")),
            Map.entry("java.util.Timer", Set.of(CONSTRUCTOR)),
            Map.entry("java.util.concurrent.ThreadPoolExecutor", Set.of(CONSTRUCTOR)),
            Map.entry("java.util.concurrent.ScheduledThreadPoolExecutor", Set.of(CONSTRUCTOR)),
            Map.entry("java.util.concurrent.ForkJoinPool", Set.of(CONSTRUCTOR, "commonPool")),
            Map.entry("java.util.concurrent.CompletableFuture", Set.of("supplyAsync", "runAsync", "delayedExecutor")),
            Map.entry("java.util.Collection", Set.of("parallelStream")),
            Map.entry("java.util.List", Set.of("parallelStream")));

    private static final Set<String> BARE_THROWABLES =
            Set.of("java.lang.Throwable", "java.lang.Exception", "java.lang.RuntimeException", "java.lang.Error");

    static final DescribedPredicate<JavaCall<?>> READ_TIME_OR_CHANCE = DescribedPredicate.describe(
            "the target reads time, chance or a process",
            call -> isIn(TIME_OR_CHANCE, call.getTarget()) && !takesAClock(call.getTarget()));

    static final DescribedPredicate<JavaCall<?>> MAKE_A_THREAD = DescribedPredicate.describe(
            "the target makes a thread",
            call -> isIn(THREADS, call.getTarget())
                    || call.getTargetOwner().getName().equals("java.util.concurrent.Executors"));

    /** A subclass calls its parent's constructor too, and that is how a typed error is made. */
    static final DescribedPredicate<JavaConstructorCall> MAKES_A_BARE_THROWABLE = DescribedPredicate.describe(
            "the target is a bare throwable",
            call -> BARE_THROWABLES.contains(call.getTargetOwner().getName())
                    && !call.getOriginOwner().isAssignableTo(Throwable.class));

    static final DescribedPredicate<JavaFieldAccess> STANDARD_STREAM = DescribedPredicate.describe(
            "the target is a standard stream",
            access -> access.getTargetOwner().isEquivalentTo(System.class)
                    && Set.of("in", "out", "err").contains(access.getTarget().getName()));

    private WorldCalls() {}

    private static boolean isIn(Map<String, Set<String>> table, AccessTarget target) {
        return table.getOrDefault(target.getOwner().getName(), Set.of()).contains(target.getName());
    }

    private static boolean takesAClock(AccessTarget.CodeUnitCallTarget target) {
        return target.getRawParameterTypes().stream()
                .anyMatch(parameter -> parameter.isEquivalentTo(java.time.Clock.class));
    }
}
