package build.offload.conformance.architecture;

import static build.offload.conformance.architecture.Law.law;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import build.offload.kernel.offender.AsksTheClock;
import build.offload.kernel.offender.KeepsAStaticMap;
import build.offload.kernel.offender.KeepsAStaticVariable;
import build.offload.kernel.offender.PathManager;
import build.offload.kernel.offender.PrintsToTheTerminal;
import build.offload.kernel.offender.StartsAThread;
import build.offload.kernel.offender.ThrowsAnything;
import build.offload.kernel.offender.util.Misc;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.Set;

/** What classes may do, hold and be called. */
final class BehaviourLaws {

    /** It carries bytes to and from processes, outside any simulation: an effector waits, and measures its waiting. */
    private static final String CARRIERS = "build.offload.spi.posix..";

    static final Law TIME_AND_CHANCE_COME_FROM_THE_WORLD = law(
            "A-4",
            "time, randomness and process identity are read in kernel.world only",
            "a whole controller must run under a simulated clock and a seeded fault schedule",
            noClasses()
                    .that()
                    .resideInAnyPackage("build.offload.kernel..", "build.offload.spi..")
                    .and()
                    .resideOutsideOfPackages("build.offload.kernel.world..", CARRIERS)
                    .should()
                    .callCodeUnitWhere(WorldCalls.READ_TIME_OR_CHANCE),
            AsksTheClock.class);

    static final Law THREADS_COME_FROM_THE_WORLD = law(
            "A-6",
            "threads, executors and timers are made in kernel.world only",
            "every loop is tick(now), so that a test can step it",
            noClasses()
                    .that()
                    .resideInAnyPackage("build.offload.kernel..", "build.offload.spi..")
                    .and()
                    .resideOutsideOfPackages("build.offload.kernel.world..", CARRIERS)
                    .should()
                    .callCodeUnitWhere(WorldCalls.MAKE_A_THREAD),
            StartsAThread.class);

    static final Law ERRORS_HAVE_A_TYPE = law(
            "A-8",
            "no bare Exception, RuntimeException, Error or Throwable is made",
            "an error names the thing, the reason and the next step, and its type says who acts",
            noClasses()
                    .that()
                    .resideInAPackage("build.offload..")
                    .should()
                    .callConstructorWhere(WorldCalls.MAKES_A_BARE_THROWABLE),
            ThrowsAnything.class);

    static final Law ONLY_THE_COMMAND_LINE_PRINTS = law(
            "A-8b",
            "standard streams are used in the distribution only",
            "output belongs to the command; everything else reports through events and logs",
            noClasses()
                    .that()
                    .resideInAPackage("build.offload..")
                    .and()
                    .resideOutsideOfPackage("build.offload.distribution..")
                    .should()
                    .accessFieldWhere(WorldCalls.STANDARD_STREAM),
            PrintsToTheTerminal.class);

    static final Law NO_STATIC_VARIABLE = law(
            "A-10",
            "static fields are final",
            "two controllers may live in one process",
            fields().that()
                    .areDeclaredInClassesThat()
                    .resideInAPackage("build.offload..")
                    .and()
                    .areStatic()
                    .should()
                    .beFinal(),
            KeepsAStaticVariable.class);

    static final Law NO_STATIC_MUTABLE_OBJECT = law(
            "A-10b",
            "static fields hold nothing that can change",
            "a final field with a map in it is a variable",
            fields().that()
                    .areDeclaredInClassesThat()
                    .resideInAPackage("build.offload..")
                    .and()
                    .areStatic()
                    .and(areWritten())
                    .should()
                    .notHaveRawType(mutable()),
            KeepsAStaticMap.class);

    static final Law NAMES_SAY_WHAT_A_CLASS_IS = law(
            "A-11",
            "no class is called Manager, Helper, Util, Utils, Common or Impl",
            "such a name fits anything, so the class takes anything in",
            noClasses()
                    .that()
                    .resideInAPackage("build.offload..")
                    .should()
                    .haveNameMatching(".*(Manager|Helper|Utils?|Common|Impl)"),
            PathManager.class);

    static final Law NAMES_SAY_WHAT_A_PACKAGE_IS = law(
            "A-11b",
            "no package is called util, common, manager, helper or impl",
            "such a name fits anything, so the package takes anything in",
            noClasses()
                    .that()
                    .resideInAPackage("build.offload..")
                    .should()
                    .resideInAnyPackage("..util..", "..utils..", "..common..", "..manager..", "..helper..", "..impl.."),
            Misc.class);

    private BehaviourLaws() {}

    /** What the compiler adds (tables of a switch, an enum's values) is an array and never changes. */
    private static DescribedPredicate<JavaField> areWritten() {
        return DescribedPredicate.describe(
                "are written by hand", field -> !field.getModifiers().contains(JavaModifier.SYNTHETIC));
    }

    private static DescribedPredicate<JavaClass> mutable() {
        Set<String> names = Set.of(
                "HashMap",
                "LinkedHashMap",
                "TreeMap",
                "EnumMap",
                "ConcurrentHashMap",
                "ConcurrentMap",
                "HashSet",
                "TreeSet",
                "LinkedHashSet",
                "ArrayList",
                "ArrayDeque",
                "LinkedList",
                "StringBuilder",
                "ThreadLocal",
                "AtomicBoolean",
                "AtomicInteger",
                "AtomicLong",
                "AtomicReference",
                "LongAdder");
        return DescribedPredicate.describe(
                "a type that can change",
                type -> type.isArray()
                        || names.stream().anyMatch(name -> simpleName(name).test(type)));
    }
}
