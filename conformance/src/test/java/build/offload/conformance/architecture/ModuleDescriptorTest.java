package build.offload.conformance.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Annotation;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.module.ModuleDescriptor.Requires;
import java.net.URL;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the module descriptors say; class dependencies alone do not show a {@code requires}. */
class ModuleDescriptorTest {

    private static final String KERNEL = "build.offload.kernel";
    private static final String SPI = "build.offload.spi";

    record ProductModule(ModuleDescriptor descriptor, Set<String> annotations) {
        Set<String> required() {
            return descriptor.requires().stream().map(Requires::name).collect(Collectors.toSet());
        }

        @Override
        public String toString() {
            return descriptor.name();
        }
    }

    @Test
    void everyModuleIsThere() {
        assertThat(modules())
                .extracting(ProductModule::toString)
                .containsExactly(
                        "build.offload.distribution",
                        KERNEL,
                        "build.offload.plugin.executor.local",
                        "build.offload.plugin.executor.ssh",
                        "build.offload.plugin.http",
                        "build.offload.plugin.probe.host",
                        "build.offload.plugin.probe.toolchains",
                        "build.offload.plugin.publish",
                        SPI);
    }

    @ParameterizedTest
    @MethodSource("modules")
    void everyModuleIsNullMarked(ProductModule module) {
        assertThat(module.annotations()).contains("Lorg/jspecify/annotations/NullMarked;");
    }

    @ParameterizedTest
    @MethodSource("modules")
    void noModuleIsOpenToAll(ProductModule module) {
        assertThat(module.descriptor().isOpen()).isFalse();
        assertThat(module.descriptor().opens()).allMatch(ModuleDescriptor.Opens::isQualified);
    }

    @ParameterizedTest
    @MethodSource("plugins")
    void aPluginRequiresTheSpiAndNoOtherModuleOfOurs(ProductModule plugin) {
        assertThat(plugin.required())
                .contains(SPI)
                .filteredOn(name -> name.startsWith("build.offload."))
                .containsOnly(SPI);
    }

    @ParameterizedTest
    @MethodSource("plugins")
    void aPluginRequiresNoDatabase(ProductModule plugin) {
        assertThat(plugin.required())
                .doesNotContain("java.sql", "java.sql.rowset", "org.xerial.sqlitejdbc", "org.postgresql.jdbc");
    }

    @Test
    void theSpiRequiresTheJdkAndAnnotationsOnly() {
        ModuleDescriptor spi = module(SPI).descriptor();

        assertThat(spi.requires())
                .allMatch(required -> required.name().startsWith("java.")
                        || (required.name().equals("org.jspecify")
                                && required.modifiers().contains(Requires.Modifier.STATIC)));
        assertThat(spi.requires()).extracting(Requires::name).doesNotContain("java.sql");
    }

    @Test
    void theKernelExportsWhatStartsItAndNothingElse() {
        assertThat(module(KERNEL).descriptor().exports())
                .extracting(Exports::source)
                .isSubsetOf("build.offload.kernel.controller");
    }

    static List<ProductModule> plugins() {
        return modules().stream()
                .filter(module -> module.descriptor().name().startsWith("build.offload.plugin."))
                .toList();
    }

    private static ProductModule module(String name) {
        return modules().stream()
                .filter(module -> module.descriptor().name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    static List<ProductModule> modules() {
        try {
            var found = new TreeMap<String, ProductModule>();
            for (URL url :
                    Collections.list(ModuleDescriptorTest.class.getClassLoader().getResources("module-info.class"))) {
                ProductModule module = read(url);
                if (module.descriptor().name().startsWith("build.offload.")) {
                    found.put(module.descriptor().name(), module);
                }
            }
            return List.copyOf(found.values());
        } catch (IOException e) {
            throw new AssertionError("cannot read the module descriptors on the class path", e);
        }
    }

    private static ProductModule read(URL url) throws IOException {
        try (InputStream stream = url.openStream()) {
            byte[] bytes = stream.readAllBytes();
            Set<String> annotations = ClassFile.of()
                    .parse(bytes)
                    .findAttribute(Attributes.runtimeVisibleAnnotations())
                    .map(found -> found.annotations().stream().map(Annotation::className))
                    .map(names -> names.map(name -> name.stringValue()).collect(Collectors.toSet()))
                    .orElse(Set.of());
            return new ProductModule(ModuleDescriptor.read(java.nio.ByteBuffer.wrap(bytes)), annotations);
        }
    }
}
