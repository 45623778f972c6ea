package build.offload.conformance.executor;

import build.offload.spi.executor.SnapshotSource;
import build.offload.spi.model.TreeId;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A folder as a snapshot, in an object store of the test's own. */
record GitSnapshot(Path store, TreeId tree, List<String> emptyFolders) implements SnapshotSource {

    /** Take everything below the folder into the store, which is made where it is not there. */
    static GitSnapshot of(Path folder, Path store) throws IOException {
        if (!Files.exists(store)) {
            text(store, folder, "git", "init", "-q", "--bare", store.toString());
            Files.writeString(store.resolve("info/attributes"), "* -text -eol -ident -filter -working-tree-encoding\n");
        }
        Files.deleteIfExists(store.resolve("index"));
        text(store, folder, "git", "-c", "core.protectNTFS=false", "-c", "core.bare=false", "add", "-A", "-f");
        String tree = text(store, folder, "git", "write-tree").strip();
        return new GitSnapshot(store, new TreeId(tree), empty(folder));
    }

    private static List<String> empty(Path folder) throws IOException {
        List<String> empty = new ArrayList<>();
        try (Stream<Path> all = Files.walk(folder)) {
            all.filter(path -> Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS) && !path.equals(folder))
                    .filter(GitSnapshot::holdsNothing)
                    .forEach(path -> empty.add(folder.relativize(path).toString()));
        }
        return empty;
    }

    private static boolean holdsNothing(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.findAny().isEmpty();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String text(Path store, Path folder, String... argv) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(argv).redirectErrorStream(true);
        if (Files.exists(store)) {
            builder.environment().put("GIT_DIR", store.toString());
            builder.environment().put("GIT_WORK_TREE", folder.toString());
        }
        Process process = builder.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.onExit().join().exitValue() != 0) {
            throw new IOException(said);
        }
        return said;
    }

    @Override
    public void writePack(Optional<TreeId> base, OutputStream out) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("git", "pack-objects", "--revs", "--stdout", "-q");
        builder.environment().put("GIT_DIR", store.toString());
        Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try (OutputStream wanted = process.getOutputStream()) {
            wanted.write(
                    (tree + "\n" + base.map(have -> "^" + have + "\n").orElse("")).getBytes(StandardCharsets.US_ASCII));
        }
        process.getInputStream().transferTo(out);
        if (process.onExit().join().exitValue() != 0) {
            throw new IOException("git pack-objects failed");
        }
    }
}
