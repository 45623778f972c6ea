package build.offload.distribution.launcher;

import static build.offload.distribution.launcher.JarBench.probe;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.distribution.launcher.FoundPlugins.Loaded;
import build.offload.spi.probe.CapabilityProbe;
import java.io.IOException;
import java.lang.reflect.InaccessibleObjectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every test has a good plugin beside the broken one, and sees that it works all the same. */
class PluginLoaderTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static Path goodJar = Path.of("");

    @TempDir
    private Path work = Path.of("");

    @BeforeAll
    static void compileTheGoodOne(@TempDir Path folder) throws IOException {
        goodJar = new JarBench(folder)
                .source("g.Good", probe("g.Good", "good", ""))
                .module("good", "g.Good")
                .jar(folder.resolve("good.jar"));
    }

    @Test
    void launcherTestsRunOnTheModulePath() {
        assertThat(PluginLoader.class.getModule().getName()).isEqualTo("build.offload.distribution");
    }

    @Test
    void modularJarIsLoadedInALayerOfItsOwn() throws IOException {
        FoundPlugins found = loadWithGood();

        assertThat(found.failures()).isEmpty();
        assertThat(dropIns(found)).extracting(Loaded::name).containsExactly("good");
        Loaded good = dropIns(found).getFirst();
        assertThat(good.kind()).isEqualTo("probe");
        assertThat(good.location()).isEqualTo(plugins().resolve("good.jar").toString());
        assertThat(good.plugin().getClass().getModule().getLayer()).isNotEqualTo(ModuleLayer.boot());
    }

    @Test
    void jarWithServicesAlonePassesWhenItsManifestNamesItsModule() throws IOException {
        bench().source("s.P", probe("s.P", "services", ""))
                .service("s.P")
                .automaticName("services.plugin")
                .jar(plugins().resolve("services.jar"));

        FoundPlugins found = loadWithGood();

        assertThat(found.failures()).isEmpty();
        assertThat(dropIns(found)).extracting(Loaded::name).containsExactly("good", "services");
    }

    @Test
    void pluginInAFolderHasItsOwnCopyOfALibraryThatANeighbourHasToo() throws IOException {
        for (String version : List.of("one", "two")) {
            Path folder = plugins().resolve(version);
            bench().source(
                            "lib.Version",
                            "package lib; public class Version { public static String text = \"" + version + "\"; }")
                    .source("module-info", "module lib { exports lib; }")
                    .jar(folder.resolve("lib.jar"));
            bench().source("p." + version + ".P", probe("p." + version + ".P", version, ""))
                    .module("plugin." + version, "p." + version + ".P")
                    .jar(folder.resolve("plugin.jar"));
        }

        FoundPlugins found = loadWithGood();

        assertThat(found.failures()).isEmpty();
        assertThat(dropIns(found)).extracting(Loaded::name).containsExactly("good", "one", "two");
    }

    @Test
    void truncatedJarIsReportedByName() throws IOException {
        Path whole = bench().source("t.P", probe("t.P", "truncated", ""))
                .service("t.P")
                .jar(work.resolve("whole.jar"));
        byte[] bytes = Files.readAllBytes(whole);
        Files.write(plugins().resolve("truncated.jar"), Arrays.copyOf(bytes, bytes.length / 2));

        assertFailure(loadWithGood(), "truncated.jar", "scan", "zip END header not found");
    }

    @Test
    void emptyFileIsReportedByName() throws IOException {
        Files.createFile(plugins().resolve("empty.jar"));

        assertFailure(loadWithGood(), "empty.jar", "scan", "zip file is empty");
    }

    @Test
    void fileNameThatGivesNoModuleNameIsReportedByName() throws IOException {
        bench().source("w.P", probe("w.P", "wrong", ""))
                .service("w.P")
                .jar(plugins().resolve("1.jar"));

        assertFailure(loadWithGood(), "1.jar", "scan", "Unable to derive module descriptor");
    }

    @Test
    void moduleNameThatComesFromTheFileNameIsRejectedWithTheRemedy() throws IOException {
        bench().source("d.P", probe("d.P", "derived", ""))
                .service("d.P")
                .jar(plugins().resolve("derived-1.0.jar"));

        assertFailure(
                loadWithGood(),
                "derived-1.0.jar",
                "guard",
                "its module name 'derived' comes from the file name and would change with it; give the jar a module-info or an"
                        + " Automatic-Module-Name");
    }

    @Test
    void folderThatBundlesTheInterfacesIsRejected() throws IOException {
        Path folder = plugins().resolve("bundles");
        bench().source("b.P", probe("b.P", "bundles", ""))
                .module("bundles", "b.P")
                .jar(folder.resolve("plugin.jar"));
        copySpi(folder);

        assertFailure(loadWithGood(), "bundles", "guard", "it bundles the module build.offload.spi");
    }

    @Test
    void jarThatPacksClassesOfTheInterfacesIsReported() throws IOException {
        bench().source("s.P", probe("s.P", "shaded", ""))
                .source("build.offload.spi.Extra", "package build.offload.spi; public class Extra {}")
                .service("s.P")
                .automaticName("shaded")
                .jar(plugins().resolve("shaded.jar"));

        assertFailure(loadWithGood(), "shaded.jar", "resolve", "build.offload.spi");
    }

    @Test
    void jarWithoutAProviderIsAFailure() throws IOException {
        bench().source("n.Nothing", "package n; public class Nothing {}")
                .source("module-info", "module nothing { exports n; }")
                .jar(plugins().resolve("nothing.jar"));

        assertFailure(loadWithGood(), "nothing.jar", "locate", "it provides no plugin");
    }

    @Test
    void folderWithoutAJarIsAFailure() throws IOException {
        Files.createDirectories(plugins().resolve("hollow"));

        assertFailure(loadWithGood(), "hollow", "scan", "there is no jar in it");
    }

    @Test
    void twoCopiesOfAModuleInOneFolderAreReported() throws IOException {
        Path folder = plugins().resolve("twice");
        bench().source("d.P", probe("d.P", "twice", "")).module("twice", "d.P").jar(folder.resolve("a.jar"));
        bench().source("d.P", probe("d.P", "twice", "")).module("twice", "d.P").jar(folder.resolve("b.jar"));

        assertFailure(loadWithGood(), "twice", "scan", "Two versions of module twice found");
    }

    @Test
    void moduleThatIsNotThereIsReported() throws IOException {
        Path library = bench().source("lib.L", "package lib; public class L {}")
                .source("module-info", "module absent.lib { exports lib; }")
                .jar(work.resolve("lib.jar"));
        bench().source("r.P", probe("r.P", "requires", ""))
                .source(
                        "module-info",
                        "module needs.it { requires build.offload.spi; requires absent.lib;"
                                + " provides build.offload.spi.probe.CapabilityProbe with r.P; }")
                .against(library)
                .jar(plugins().resolve("requires.jar"));

        assertFailure(loadWithGood(), "requires.jar", "resolve", "Module absent.lib not found, required by needs.it");
    }

    @Test
    void constructorThatThrowsIsReportedUnderItsClass() throws IOException {
        bench().source("c.P", probe("c.P", "throws", "public P() { throw new IllegalStateException(\"no licence\"); }"))
                .module("throwing", "c.P")
                .jar(plugins().resolve("throws.jar"));

        assertFailure(loadWithGood(), "c.P", "instantiate", "no licence");
    }

    @Test
    void constructorThatThrowsAnErrorIsReportedToo() throws IOException {
        bench().source("e.P", probe("e.P", "error", "public P() { throw new NoClassDefFoundError(\"gone/Away\"); }"))
                .module("erring", "e.P")
                .jar(plugins().resolve("error.jar"));

        assertFailure(loadWithGood(), "e.P", "instantiate", "gone/Away");
    }

    @Test
    void staticInitialiserThatThrowsIsReported() throws IOException {
        bench().source(
                        "i.P",
                        probe("i.P", "static", "static { if (true) throw new IllegalStateException(\"bad start\"); }"))
                .module("initialising", "i.P")
                .jar(plugins().resolve("static.jar"));

        assertFailure(loadWithGood(), "i.P", "instantiate", "bad start");
    }

    @Test
    void constructorThatHangsIsLeftAlone() throws IOException {
        bench().source(
                        "h.P",
                        probe(
                                "h.P",
                                "hangs",
                                "public P() { while (true) { try { Thread.sleep(100000); } catch"
                                        + " (InterruptedException e) { } } }"))
                .module("hanging", "h.P")
                .jar(plugins().resolve("hangs.jar"));
        good();

        FoundPlugins found = PluginLoader.load(plugins(), Duration.ofSeconds(2));

        assertFailure(found, "hangs.jar", "instantiate", "it was not loaded after 2 s");
    }

    @Test
    void providerThatIsMissingIsReportedAndTheOneBehindItFound() throws IOException {
        bench().source("m.P", probe("m.P", "behind", ""))
                .file("META-INF/services/build.offload.spi.probe.CapabilityProbe", "m.Missing\nm.P\n")
                .automaticName("missing.provider")
                .jar(plugins().resolve("missing.jar"));

        FoundPlugins found = loadWithGood();

        assertThat(found.failures())
                .isNotEmpty()
                .allSatisfy(failure -> assertThat(failure.problem()).contains("m.Missing"));
    }

    @Test
    void classOfANewerJavaIsReported() throws IOException {
        Path jar = bench().source("v.P", probe("v.P", "newer", ""))
                .service("v.P")
                .automaticName("newer")
                .jar(work.resolve("newer.jar"));
        JarPatch.classVersion(jar, plugins().resolve("newer.jar"), "v/P.class", 99);

        FoundPlugins found = loadWithGood();

        assertThat(found.failures()).singleElement().satisfies(failure -> {
            assertThat(failure.location()).endsWith("newer.jar");
            assertThat(failure.problem()).contains("99");
        });
    }

    @Test
    void nameThatIsNoneIsReported() throws IOException {
        bench().source("n.P", probe("n.P", "Not A Name", ""))
                .module("naming", "n.P")
                .jar(plugins().resolve("name.jar"));

        assertFailure(loadWithGood(), "n.P", "name", "it calls itself 'Not A Name'");
    }

    @Test
    void nameThatIsTakenIsReportedAndTheFirstStays() throws IOException {
        bench().source("o.P", probe("o.P", "good", ""))
                .module("other.good", "o.P")
                .jar(plugins().resolve("other.jar"));

        FoundPlugins found = loadWithGood();

        assertFailure(
                found,
                "good",
                "name",
                "there is another probe of the name good, from " + plugins().resolve("good.jar"));
        assertThat(dropIns(found)).hasSize(1);
    }

    @Test
    void otherFilesAndHiddenOnesAreNoPlugins() throws IOException {
        Files.createFile(plugins().resolve("README.md"));
        Files.createFile(plugins().resolve("old.jar.off"));
        Files.createFile(plugins().resolve(".hidden.jar"));

        assertThat(loadWithGood().failures()).isEmpty();
    }

    @Test
    void missingPluginsFolderIsNoFailure() {
        assertThat(PluginLoader.load(work.resolve("none"), LIMIT).failures()).isEmpty();
    }

    @Test
    void pluginThatReflectsIntoTheKernelIsStoppedByTheModuleSystem() throws Exception {
        String reflection = """
                public ProbeReport probe(ProbeRequest request) {
                    try {
                        Class<?> inside = Class.forName("build.offload.kernel.store.Store");
                        inside.getDeclaredMethods()[0].setAccessible(true);
                    } catch (ClassNotFoundException absent) {
                        throw new IllegalStateException(absent);
                    }
                    return new ProbeReport(java.util.List.of(), java.util.Optional.empty());
                }
                """;
        String source = probe("x.P", "reflects", "")
                .replaceFirst("(?s)public ProbeReport.*?\\n    }", Matcher.quoteReplacement(reflection));
        bench().source("x.P", source).module("reflecting", "x.P").jar(plugins().resolve("reflects.jar"));

        CapabilityProbe plugin =
                (CapabilityProbe) dropIns(loadWithGood()).getLast().plugin();

        assertThatThrownBy(() -> probeWithNothing(plugin))
                .isInstanceOf(InaccessibleObjectException.class)
                .hasMessageMatching(
                        ".*module build.offload.kernel does not \"(opens|exports) build.offload.kernel.store\".*");
    }

    @SuppressWarnings("NullAway")
    private static void probeWithNothing(CapabilityProbe plugin) throws Exception {
        plugin.probe(null);
    }

    private void copySpi(Path folder) throws IOException {
        Path spi = JarBench.spi();
        if (Files.isRegularFile(spi)) {
            Files.copy(spi, folder.resolve("spi.jar"));
            return;
        }
        bench().source("build.offload.spi.Plugin", "package build.offload.spi; public interface Plugin {}")
                .source("module-info", "module build.offload.spi { exports build.offload.spi; }")
                .jar(folder.resolve("spi.jar"));
    }

    private static void assertFailure(FoundPlugins found, String name, String stage, String problem) {
        assertThat(dropIns(found))
                .as("the good one beside it")
                .extracting(Loaded::name)
                .contains("good");
        assertThat(found.failures()).singleElement().satisfies(failure -> {
            assertThat(failure.name()).isEqualTo(name);
            assertThat(failure.stage()).isEqualTo(stage);
            assertThat(failure.problem()).contains(problem);
        });
    }

    private FoundPlugins loadWithGood() throws IOException {
        good();
        return PluginLoader.load(plugins(), LIMIT);
    }

    private void good() throws IOException {
        Files.copy(goodJar, plugins().resolve("good.jar"));
    }

    private static List<Loaded> dropIns(FoundPlugins found) {
        return found.loaded().stream()
                .filter(plugin -> !plugin.location().equals("bundled"))
                .toList();
    }

    private JarBench bench() {
        return new JarBench(work);
    }

    private Path plugins() throws IOException {
        return Files.createDirectories(work.resolve("plugins"));
    }
}
