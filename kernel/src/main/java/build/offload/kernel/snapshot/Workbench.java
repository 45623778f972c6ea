package build.offload.kernel.snapshot;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The folder in which one operation on a mirror works: its own copy of the index, and the files its git processes read and
 * write. So a process that a dead controller left behind can neither lock the index nor change it.
 */
final class Workbench implements AutoCloseable {

    private final Git git;
    private final MirrorFolder mirror;
    private final Path checkout;
    private final Path folder;
    private int calls;

    private Workbench(Git git, MirrorFolder mirror, Path checkout, Path folder) {
        this.git = git;
        this.mirror = mirror;
        this.checkout = checkout;
        this.folder = folder;
    }

    static Workbench open(Git git, MirrorFolder mirror, Path checkout) throws IOException {
        return new Workbench(git, mirror, checkout, mirror.newRunFolder());
    }

    Path checkout() {
        return checkout;
    }

    /** The index that this operation works on. */
    Path index() {
        return folder.resolve("index");
    }

    /** Return the time of the file system's clock, nanoseconds since the epoch: the one that also stamps files. */
    long now() throws IOException {
        Path mark = folder.resolve("mark");
        Files.deleteIfExists(mark);
        Files.createFile(mark);
        return FileStatus.of(mark)
                .orElseThrow(() -> new NoSuchFileException(mark.toString()))
                .stamp()
                .changedNanos();
    }

    /** Write paths to a file for git to read, each ended by NUL. */
    Path listed(Collection<TreePath> paths) throws IOException {
        Path file = folder.resolve("paths-" + ++calls);
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
            for (TreePath path : paths) {
                out.write(path.bytes());
                out.write(0);
            }
        }
        return file;
    }

    /** Write a text for git to read. */
    Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("input-" + ++calls), text);
    }

    /** Start git on the index, with the checkout as its work tree; nothing of the user's configuration applies. */
    Git.Running startOnIndex(List<String> arguments, Path input) throws IOException {
        return git.start(indexCall(arguments, input));
    }

    /** Run git on the index and have it succeed. */
    void onIndex(List<String> arguments, Path input) throws IOException {
        succeeded(git.run(indexCall(arguments, input)), arguments);
    }

    private Git.Call indexCall(List<String> arguments, Path input) {
        Map<String, String> environment = ownEnvironment();
        environment.put("GIT_WORK_TREE", checkout.toString());
        return new Git.Call(checkout, environment, arguments, Optional.of(input), nextOutput());
    }

    /** Run git on what the mirror holds and have it succeed; the checkout may be gone. */
    Git.Result onObjects(List<String> arguments) throws IOException {
        return succeeded(git.run(objectsCall(arguments, Optional.empty())), arguments);
    }

    /** Return whether git on what the mirror holds ends well. */
    boolean succeedsOnObjects(List<String> arguments) throws IOException {
        return git.run(objectsCall(arguments, Optional.empty())).exitCode() == 0;
    }

    /** Run git on what the mirror holds and hand on what it writes; if the stream fails, git is killed. */
    void stream(List<String> arguments, Path input, OutputStream out) throws IOException {
        succeeded(git.stream(objectsCall(arguments, Optional.of(input)), out), arguments);
    }

    private Git.Call objectsCall(List<String> arguments, Optional<Path> input) {
        return new Git.Call(mirror.root(), ownEnvironment(), arguments, input, nextOutput());
    }

    private Map<String, String> ownEnvironment() {
        Map<String, String> environment = new HashMap<>();
        environment.put("GIT_DIR", mirror.root().toString());
        environment.put("GIT_CONFIG_GLOBAL", "/dev/null");
        environment.put("GIT_CONFIG_NOSYSTEM", "1");
        environment.put("GIT_ATTR_NOSYSTEM", "1");
        environment.put("GIT_INDEX_FILE", index().toString());
        return environment;
    }

    private Git.Result succeeded(Git.Result result, List<String> arguments) throws IOException {
        if (result.exitCode() != 0) {
            throw broken(result, arguments);
        }
        return result;
    }

    SnapshotException broken(Git.Result result, List<String> arguments) {
        return new SnapshotException(
                SnapshotException.Kind.MIRROR_BROKEN,
                "git " + arguments.getFirst() + " in the mirror " + mirror.root() + " of " + checkout + " ended with "
                        + result.exitCode() + ": " + result.errors());
    }

    /**
     * Run git in the checkout, by the user's own configuration and without taking locks.
     *
     * @param plain whether the folder is no repository; then an empty index stands in, and ignore files still count
     */
    Git.Result inCheckout(Path where, boolean plain, List<String> arguments, Optional<Path> input) throws IOException {
        Map<String, String> environment = new HashMap<>(plain ? gitDirectory(where) : Map.of());
        environment.put("GIT_OPTIONAL_LOCKS", "0");
        if (plain) {
            environment.put("GIT_INDEX_FILE", folder.resolve("no-index").toString());
        }
        return git.run(new Git.Call(where, environment, arguments, input, nextOutput()));
    }

    private Map<String, String> gitDirectory(Path workTree) {
        return Map.of("GIT_DIR", mirror.root().toString(), "GIT_WORK_TREE", workTree.toString());
    }

    private Path nextOutput() {
        return folder.resolve("output-" + ++calls);
    }

    @Override
    public void close() throws IOException {
        FolderTree.delete(folder);
    }
}
