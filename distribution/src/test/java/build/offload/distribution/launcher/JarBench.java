package build.offload.distribution.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.spi.Plugin;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/** Compiles and packs plugin jars, good ones and broken ones. */
final class JarBench {

    private final Path folder;
    private final Map<String, String> sources = new LinkedHashMap<>();
    private final Map<String, byte[]> files = new LinkedHashMap<>();
    private String automaticName = "";
    private String library = "";

    JarBench(Path folder) {
        this.folder = folder;
    }

    /** Return a provider of a probe named {@code name} whose body is extended by {@code members}. */
    static String probe(String type, String name, String members) {
        int dot = type.lastIndexOf('.');
        return """
                package %s;
                public class %s implements build.offload.spi.probe.CapabilityProbe {
                    public String name() { return "%s"; }
                    public ProbeReport probe(ProbeRequest request) {
                        return new ProbeReport(java.util.List.of(), java.util.Optional.empty());
                    }
                    %s
                }
                """.formatted(type.substring(0, dot), type.substring(dot + 1), name, members);
    }

    JarBench source(String type, String text) {
        sources.put(type.replace('.', '/') + ".java", text);
        return this;
    }

    JarBench module(String name, String provider) {
        return source(
                "module-info",
                "module " + name
                        + " { requires build.offload.spi; provides build.offload.spi.probe.CapabilityProbe with "
                        + provider + "; }");
    }

    JarBench service(String provider) {
        return file("META-INF/services/build.offload.spi.probe.CapabilityProbe", provider + "\n");
    }

    JarBench file(String path, String text) {
        files.put(path, text.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    JarBench automaticName(String name) {
        automaticName = name;
        return this;
    }

    /** Compile against a library that does not go into the jar. */
    JarBench against(Path jar) {
        library = File.pathSeparator + jar;
        return this;
    }

    /** Compile what there is and pack it into a jar below {@code target}. */
    Path jar(Path target) throws IOException {
        Path classes = Files.createTempDirectory(folder, "classes");
        compile(classes);
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (!automaticName.isEmpty()) {
            manifest.getMainAttributes().putValue("Automatic-Module-Name", automaticName);
        }
        Files.createDirectories(target.getParent());
        try (OutputStream out = Files.newOutputStream(target);
                JarOutputStream jar = new JarOutputStream(out, manifest);
                Stream<Path> compiled = Files.walk(classes)) {
            for (Path file : compiled.filter(Files::isRegularFile).toList()) {
                put(jar, classes.relativize(file).toString(), Files.readAllBytes(file));
            }
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                put(jar, file.getKey(), file.getValue());
            }
        }
        return target;
    }

    private static void put(JarOutputStream jar, String path, byte[] bytes) throws IOException {
        jar.putNextEntry(new JarEntry(path));
        jar.write(bytes);
        jar.closeEntry();
    }

    private void compile(Path classes) throws IOException {
        if (sources.isEmpty()) {
            return;
        }
        Path root = Files.createTempDirectory(folder, "sources");
        boolean modular = sources.containsKey("module-info.java");
        List<String> arguments = new ArrayList<>(
                List.of("-d", classes.toString(), modular ? "-p" : "-cp", spi() + library, "-proc:none"));
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = root.resolve(source.getKey());
            Files.createDirectories(file.getParent());
            Files.writeString(file, source.getValue());
            arguments.add(file.toString());
        }
        StringWriter said = new StringWriter();
        PrintWriter writer = new PrintWriter(said, true);
        int code = ToolProvider.findFirst("javac").orElseThrow().run(writer, writer, arguments.toArray(String[]::new));
        assertThat(code).as(said.toString()).isZero();
    }

    /** Return where the plugin interfaces are. */
    static Path spi() {
        URI location = Plugin.class
                .getModule()
                .getLayer()
                .configuration()
                .findModule("build.offload.spi")
                .orElseThrow()
                .reference()
                .location()
                .orElseThrow();
        return Path.of(location);
    }
}
