package build.offload.conformance.product;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Makes a plugin the way an author outside does: compiled against the SPI jar of the distribution and nothing else. */
final class PluginJar {

    private static final Path LIBRARIES = Path.of("../distribution/target/offload/lib");

    private PluginJar() {}

    /** Compile the sources of a Maven project and pack them into a jar. */
    static void make(Path jar, Path project) throws IOException {
        Path root = project.resolve("src/main/java");
        Map<String, String> sources = new TreeMap<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                sources.put(root.relativize(file).toString(), Files.readString(file));
            }
        }
        make(jar, sources);
    }

    /** Compile sources, named by their paths, and pack them into a jar. */
    static void make(Path jar, Map<String, String> sources) throws IOException {
        Path classes = Files.createTempDirectory(jar.toAbsolutePath().getParent(), ".classes");
        compile(classes, sources);
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream archive = new JarOutputStream(out);
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                archive.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                Files.copy(file, archive);
            }
        }
    }

    private static void compile(Path classes, Map<String, String> sources) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        List<String> options = List.of("-d", classes.toString(), "--module-path", spi().toString());
        boolean compiled = compiler.getTask(
                        said,
                        null,
                        null,
                        options,
                        null,
                        sources.entrySet().stream()
                                .map(entry -> source(entry.getKey(), entry.getValue()))
                                .toList())
                .call();
        if (!compiled) {
            throw new IOException("the plugin does not compile: " + said);
        }
    }

    private static Path spi() throws IOException {
        try (Stream<Path> jars = Files.list(LIBRARIES)) {
            return jars.filter(jar -> jar.getFileName().toString().startsWith("offload-spi-"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static JavaFileObject source(String path, String text) {
        return new SimpleJavaFileObject(URI.create("string:///" + path), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        };
    }
}
