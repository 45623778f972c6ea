package build.offload.kernel.snapshot;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.InflaterInputStream;

/**
 * Finds objects that a power loss left short or garbled, and removes them. That must be done: git takes an object for stored
 * as soon as a file of its name is there, and so would never store it again.
 */
final class LooseObjects {

    private static final Pattern FOLDER = Pattern.compile("[0-9a-f]{2}");

    /** The kernel writes back what is older than about half a minute; objects well beyond that are not in doubt. */
    private static final long DOUBT_SECONDS = 600;

    private LooseObjects() {}

    private record Loose(Path file, long changedSecond) {}

    /** Check the objects written shortly before the last one was, and remove the bad ones; returns how many those were. */
    static int dropDamagedRecent(MirrorFolder mirror) throws IOException {
        List<Loose> all = list(mirror);
        long last = all.stream().mapToLong(Loose::changedSecond).max().orElse(0);
        return dropDamaged(all.stream()
                .filter(one -> one.changedSecond() >= last - DOUBT_SECONDS)
                .toList());
    }

    /** Check every object and remove the bad ones; returns how many those were. */
    static int dropAllDamaged(MirrorFolder mirror) throws IOException {
        return dropDamaged(list(mirror));
    }

    private static List<Loose> list(MirrorFolder mirror) throws IOException {
        List<Loose> all = new ArrayList<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(mirror.objects())) {
            for (Path folder : folders) {
                if (FOLDER.matcher(name(folder)).matches()) {
                    addAll(folder, all);
                }
            }
        }
        return all;
    }

    private static void addAll(Path folder, List<Loose> all) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                all.add(new Loose(
                        file, Files.getLastModifiedTime(file).toInstant().getEpochSecond()));
            }
        }
    }

    /** Return every file that stands for an object, or was to become one. */
    static List<Path> files(MirrorFolder mirror) throws IOException {
        return list(mirror).stream().map(Loose::file).toList();
    }

    /** Return the name of the object that a file stands for. */
    static String id(Path file) {
        return name(file.resolveSibling("").normalize()) + name(file);
    }

    private static int dropDamaged(List<Loose> objects) throws IOException {
        int dropped = 0;
        for (Loose object : objects) {
            if (!whole(object.file())) {
                Files.deleteIfExists(object.file());
                dropped++;
            }
        }
        return dropped;
    }

    private static boolean whole(Path file) {
        try (InputStream content = new InflaterInputStream(Files.newInputStream(file))) {
            return Digests.sha1(content).equals(id(file));
        } catch (IOException _) {
            return false;
        }
    }

    private static String name(Path path) {
        return String.valueOf(path.getFileName());
    }
}
