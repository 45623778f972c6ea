package build.offload.conformance.architecture;

import static build.offload.conformance.architecture.Law.law;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import build.offload.distribution.offender.LooksBehindTheController;
import build.offload.kernel.dispatch.offender.TurnsInACircle;
import build.offload.kernel.offender.KnowsAPlugin;
import build.offload.kernel.offender.SpeaksSql;
import build.offload.kernel.redact.offender.LooksUpward;
import build.offload.kernel.shelf.LivesNowhere;
import build.offload.plugin.offender.OpensADatabase;
import build.offload.plugin.offender.ReachesIntoTheKernel;
import build.offload.plugin.probe.host.offender.UsesAnotherPlugin;
import build.offload.spi.offender.ShowsAForeignType;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;

/** Who may know whom. */
final class DependencyLaws {

    static final Law PLUGINS_SEE_ONLY_THE_SPI = law(
            "A-1",
            "plugins depend on the SPI, never on the kernel or the launcher",
            "state changes only through a transition the kernel has checked and audited",
            noClasses()
                    .that()
                    .resideInAPackage("build.offload.plugin..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("build.offload.kernel..", "build.offload.distribution.."),
            ReachesIntoTheKernel.class);

    static final Law PLUGINS_DO_NOT_KNOW_EACH_OTHER = law(
            "A-1b",
            "plugins do not depend on one another",
            "each must load, fail and be replaced alone",
            slices().assignedFrom(new PluginOfAClass()).should().notDependOnEachOther(),
            UsesAnotherPlugin.class,
            build.offload.plugin.probe.toolchains.offender.Neighbour.class);

    static final Law THE_SPI_STANDS_ALONE = law(
            "A-2",
            "the SPI depends on the JDK and JSpecify only, and not on JDBC",
            "what it shows, every plugin author has to live with",
            classes()
                    .that()
                    .resideInAPackage("build.offload.spi..")
                    .should()
                    .onlyDependOnClassesThat(resideInAPackage("build.offload.spi..")
                            .or(resideInAPackage("org.jspecify.annotations"))
                            .or(resideInAPackage("java..").and(resideOutsideOfPackage("java.sql..")))),
            ShowsAForeignType.class);

    static final Law ONLY_THE_STORE_SPEAKS_SQL = law(
            "A-3",
            "JDBC is used in kernel.store and nowhere else",
            "two dialects and one writer are kept honest in one place",
            noClasses()
                    .that()
                    .resideOutsideOfPackage("build.offload.kernel.store..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("java.sql..", "javax.sql..", "org.sqlite.."),
            SpeaksSql.class);

    static final Law PLUGINS_SPEAK_NO_SQL = law(
            "A-3b",
            "plugins do not use JDBC",
            "a plugin returns values and never writes state",
            noClasses()
                    .that()
                    .resideInAPackage("build.offload.plugin..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("java.sql..", "javax.sql..", "org.sqlite.."),
            OpensADatabase.class);

    static final Law THE_KERNEL_KNOWS_NO_PLUGIN = law(
            "A-7",
            "the kernel depends on the SPI, never on a plugin or the launcher",
            "a plugin must be replaceable by any other of its kind",
            noClasses()
                    .that()
                    .resideInAPackage("build.offload.kernel..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("build.offload.plugin..", "build.offload.distribution.."),
            KnowsAPlugin.class);

    static final Law THE_LAUNCHER_SEES_ONLY_THE_CONTROLLER = law(
            "A-7b",
            "the launcher uses kernel.controller and nothing behind it",
            "the kernel exports what starts it, and nothing else",
            noClasses()
                    .that()
                    .resideInAPackage("build.offload.distribution..")
                    .should()
                    .dependOnClassesThat(resideInAPackage("build.offload.kernel..")
                            .and(resideOutsideOfPackage("build.offload.kernel.controller.."))),
            LooksBehindTheController.class);

    static final Law KERNEL_PACKAGES_HAVE_NO_CIRCLES = law(
            "A-7c",
            "kernel packages form no circle",
            "a circle is one package in two folders",
            slices().matching("build.offload.kernel.(*)..").should().beFreeOfCycles(),
            TurnsInACircle.class,
            build.offload.kernel.fleet.offender.OtherHalf.class);

    static final Law SPI_PACKAGES_HAVE_NO_CIRCLES = law(
            "A-7d",
            "SPI packages form no circle",
            "a plugin author reads one package at a time",
            slices().matching("build.offload.spi.(*)..").should().beFreeOfCycles(),
            build.offload.spi.probe.offender.TurnsInACircle.class,
            build.offload.spi.model.offender.OtherHalf.class);

    static final Law KERNEL_LAYERS_LOOK_DOWN = law(
            "A-7e",
            "a kernel package depends on packages of its own layer or below",
            "what is below must be testable without what is above",
            KernelLayers.rule(),
            LooksUpward.class,
            build.offload.kernel.metric.offender.Above.class);

    static final Law KERNEL_PACKAGES_HAVE_A_LAYER = law(
            "A-7f",
            "every kernel package stands in the list of layers",
            "a package that no layer holds is outside the rule about layers",
            classes().that().resideInAPackage("build.offload.kernel..").should(KernelLayers.haveALayer()),
            LivesNowhere.class);

    private DependencyLaws() {}

    /** Assigns a plugin's classes to the plugin: the module, not the first part of the package, is the unit. */
    private static final class PluginOfAClass implements SliceAssignment {
        private static final List<String> PLUGINS = List.of(
                "build.offload.plugin.http",
                "build.offload.plugin.executor.local",
                "build.offload.plugin.executor.ssh",
                "build.offload.plugin.probe.host",
                "build.offload.plugin.probe.toolchains",
                "build.offload.plugin.publish");

        private static final DescribedPredicate<JavaClass> IS_PLUGIN = resideInAPackage("build.offload.plugin..");

        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            if (!IS_PLUGIN.test(type)) {
                return SliceIdentifier.ignore();
            }
            return SliceIdentifier.of(PLUGINS.stream()
                    .filter(plugin -> (type.getPackageName() + ".").startsWith(plugin + "."))
                    .findFirst()
                    .orElse(type.getPackageName()));
        }

        @Override
        public String getDescription() {
            return "each plugin";
        }
    }
}
