package build.offload.kernel.snapshot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A checkout under test with real git, and the mirrors of a controller beside it. */
final class Checkouts {

    private final Path top;
    private final Path checkout;

    private Checkouts(Path top) throws IOException {
        this.top = top.toRealPath();
        this.checkout = Files.createDirectory(this.top.resolve("checkout"));
    }

    static Checkouts repository(Path top) throws IOException {
        Checkouts made = new Checkouts(top);
        made.git("init", "-q");
        return made;
    }

    static Checkouts plainFolder(Path top) throws IOException {
        return new Checkouts(top);
    }

    Path checkout() {
        return checkout;
    }

    Path state() {
        return top.resolve("state");
    }

    Path at(String path) {
        return checkout.resolve(path);
    }

    /** Write a file and the folders above it. */
    Path write(String path, String text) throws IOException {
        Path file = at(path);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    /** Write a file whose path is given in bytes, of which no locale need know. */
    void writeRaw(byte[] path, String text) throws IOException {
        Files.writeString(TreePath.of(path, 0, path.length).under(checkout), text);
    }

    void executable(String path) throws IOException {
        Files.setPosixFilePermissions(at(path), PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Date a file into the past, so that nothing about it is in doubt. */
    void age(String path, Duration by) throws IOException {
        Files.setLastModifiedTime(
                at(path),
                FileTime.fromMillis(Files.getLastModifiedTime(at(path)).toMillis() - by.toMillis()));
    }

    void git(String... arguments) throws IOException {
        run(checkout, "git", arguments);
    }

    void gitIn(String folder, String... arguments) throws IOException {
        run(at(folder), "git", arguments);
    }

    /** Add everything and commit. */
    void commit(String folder) throws IOException {
        gitIn(folder, "add", "-A");
        gitIn(folder, "-c", "user.name=u", "-c", "user.email=u@example.org", "commit", "-q", "-m", "x");
    }

    /** Run git on the mirror and return what it says. */
    String gitInMirror(String... arguments) throws IOException {
        return run(mirrorFolder(), "git", arguments);
    }

    static String run(Path folder, String program, String... arguments) throws IOException {
        List<String> argv = new ArrayList<>(List.of(program));
        argv.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(argv).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().put("GIT_CONFIG_NOSYSTEM", "1");
        if (Files.exists(folder.resolve("objects"))) {
            builder.environment().put("GIT_DIR", folder.toString());
        }
        Process process = builder.start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        try {
            if (process.waitFor() != 0) {
                throw new IOException(argv + " in " + folder + " ended with " + process.exitValue() + ": " + out);
            }
        } catch (InterruptedException interrupted) {
            throw new IOException(interrupted);
        }
        return out;
    }

    Mirror mirror() throws IOException {
        return mirror(SnapshotSettings.standard(), "boot-1");
    }

    Mirror mirror(SnapshotSettings settings, String bootId) throws IOException {
        return new Mirrors(state(), bootId, settings, new CheckoutLocks())
                .open(Mirrors.idOf("machine", checkout), checkout);
    }

    Path mirrorFolder() {
        return state().resolve(Mirrors.idOf("machine", checkout).value());
    }

    /** Return the contents of a snapshot, path by path as Latin-1, with the mode where it is no plain file. */
    Map<String, String> contents(Snapshot snapshot) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        for (TreeEntry entry : snapshot.entries()) {
            String mode = entry.mode() == EntryMode.FILE ? "" : entry.mode() + " ";
            contents.put(entry.path().latin1(), mode + gitInMirror("cat-file", "blob", entry.objectId()));
        }
        return contents;
    }

    static List<String> paths(Snapshot snapshot) {
        return snapshot.entries().stream().map(entry -> entry.path().toString()).toList();
    }

    /** Return every file below a folder with its content or target, times and inode, to show that nothing was touched. */
    static Map<String, String> picture(Path folder) throws IOException {
        Map<String, String> picture = new TreeMap<>();
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                picture.put(file.toString(), of(file, attributes));
                return FileVisitResult.CONTINUE;
            }
        });
        return picture;
    }

    private static String of(Path file, BasicFileAttributes attributes) throws IOException {
        Object changed = Files.getAttribute(file, "unix:ctime", LinkOption.NOFOLLOW_LINKS);
        String content = attributes.isRegularFile() ? Digests.sha1(Files.newInputStream(file)) : "";
        return content + " " + attributes.lastModifiedTime() + " " + changed + " " + attributes.fileKey();
    }

    /** Return a program that stands in for git: a shell script, given the real one's path as {@code $GIT}. */
    String scriptedGit(String body) {
        try {
            Path script = top.resolve("git-" + System.nanoTime());
            Files.writeString(script, "#!/bin/sh\nGIT=git\n" + body + "\n");
            Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
            return script.toString();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    SnapshotSettings withGit(String program) {
        SnapshotSettings standard = SnapshotSettings.standard();
        return new SnapshotSettings(program, standard.limit(), standard.rounds(), standard.outputLimit());
    }
}
