package build.offload.conformance.product;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.stream.Stream;

/** A git checkout that tests fill, build and look at. */
final class Project {

    private final Path root;
    private final Map<String, String> environment;

    private Project(Path root, Map<String, String> environment) {
        this.root = root;
        this.environment = environment;
    }

    /** Make an empty checkout in a folder that need not exist; git sees the same configuration as the product. */
    static Project in(Path root, Product product) throws IOException, InterruptedException {
        Project project = new Project(Files.createDirectories(root).toRealPath(), product.environment());
        project.git("init", "-q", "-b", "main");
        return project;
    }

    /** Make a checkout with a copy of everything below a folder, committed. */
    static Project copyOf(Path source, Path root, Product product) throws IOException, InterruptedException {
        Project project = in(root, product);
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                project.file(source.relativize(file).toString(), Files.readAllBytes(file));
            }
        }
        return project.commit();
    }

    Path root() {
        return root;
    }

    Path path(String relative) {
        return root.resolve(relative);
    }

    Project file(String relative, String text) throws IOException {
        return file(relative, text.getBytes(StandardCharsets.UTF_8));
    }

    Project file(String relative, byte[] bytes) throws IOException {
        Files.createDirectories(path(relative).getParent());
        Files.write(path(relative), bytes);
        return this;
    }

    Project executable(String relative, String text) throws IOException {
        file(relative, text);
        Files.setPosixFilePermissions(path(relative), PosixFilePermissions.fromString("rwxr-xr-x"));
        return this;
    }

    Project link(String relative, String target) throws IOException {
        Files.createDirectories(path(relative).getParent());
        Files.createSymbolicLink(path(relative), Path.of(target));
        return this;
    }

    /** Commit everything that git does not ignore. */
    Project commit() throws IOException, InterruptedException {
        git("add", "-A");
        git("commit", "-q", "--allow-empty", "-m", "a state");
        return this;
    }

    String git(String... arguments) throws IOException, InterruptedException {
        return Shell.runIn(
                root,
                environment,
                Stream.concat(Stream.of("git"), Stream.of(arguments)).toArray(String[]::new));
    }

    /** Return what is in the checkout, git's own files aside: kind, permissions and content of each path. */
    Map<String, String> content() throws IOException {
        return Trees.content(root);
    }
}
