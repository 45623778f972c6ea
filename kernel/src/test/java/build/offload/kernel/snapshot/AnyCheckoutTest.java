package build.offload.kernel.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.spi.executor.SnapshotSource;
import build.offload.spi.model.JobId;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/** Whatever lies in a checkout and however often it is changed, what is captured is what lies there. */
class AnyCheckoutTest {

    private static final JobId JOB = new JobId("a".repeat(64));
    private static final List<String> NAMES = List.of(
            "a",
            "b",
            "ab",
            "-rf",
            "a b",
            "it's",
            "\"q\"",
            "line\nbreak",
            "日本",
            "back\\slash",
            "*",
            ".hidden",
            "#x",
            "!y");
    private static final int CHANGES = 3;

    @Property(tries = 4, shrinking = ShrinkingMode.OFF)
    void isCapturedAsItLies(@ForAll long seed) throws IOException {
        Path top = Files.createTempDirectory("any-checkout");
        try {
            Checkouts checkouts = Checkouts.repository(top);
            Mirror mirror = checkouts.mirror();
            Random random = new Random(seed);
            for (int change = 0; change < CHANGES; change++) {
                change(checkouts.checkout(), random);
                if (change == 1) {
                    checkouts.commit("");
                }
                assertCaptured(checkouts, mirror, top.resolve("host-" + change));
            }
        } finally {
            FolderTree.delete(top);
        }
    }

    private static void assertCaptured(Checkouts checkouts, Mirror mirror, Path host) throws IOException {
        mirror.pin(JOB, mirror.capture());
        SnapshotSource source = mirror.pinned(JOB).orElseThrow();
        Path work = Files.createDirectories(host.resolve("work"));
        Path repository = Files.createDirectories(host.resolve("repository"));
        Checkouts.run(repository, "git", "init", "-q", "--bare", ".");
        Path pack = repository.resolve("objects/pack/sent.pack");
        try (OutputStream out = Files.newOutputStream(pack)) {
            source.writePack(Optional.empty(), out);
        }
        Checkouts.run(repository, "git", "index-pack", pack.toString());
        String tree = source.tree().value();
        Checkouts.run(repository, "git", "--work-tree=" + work, "read-tree", "--reset", "-u", tree);
        for (String folder : source.emptyFolders()) {
            Files.createDirectories(work.resolve(folder));
        }
        assertThat(look(work)).isEqualTo(look(checkouts.checkout()));
    }

    /** Make, replace or remove some things; folders stay. */
    private static void change(Path checkout, Random random) throws IOException {
        CharsetEncoder locale =
                Charset.forName(System.getProperty("sun.jnu.encoding")).newEncoder();
        List<String> names = NAMES.stream().filter(locale::canEncode).toList();
        for (int count = random.nextInt(20); count >= 0; count--) {
            Path folder = checkout;
            for (int depth = random.nextInt(3); depth > 0 && isFolder(folder); depth--) {
                folder = folder.resolve(names.get(random.nextInt(names.size())));
                if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
                    Files.createDirectory(folder);
                }
            }
            Path place = folder.resolve(names.get(random.nextInt(names.size())));
            if (isFolder(folder) && !isFolder(place)) {
                make(place, random);
            }
        }
    }

    private static boolean isFolder(Path path) {
        return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    }

    private static void make(Path place, Random random) throws IOException {
        Files.deleteIfExists(place);
        int kind = random.nextInt(8);
        if (kind == 0) {
            Files.createSymbolicLink(place, Path.of(random.nextBoolean() ? "no where" : "../a"));
        } else if (kind == 1) {
            Files.createDirectory(place);
        } else if (kind > 2) {
            byte[] content = new byte[random.nextInt(300)];
            random.nextBytes(content);
            Files.write(place, content);
            Files.setPosixFilePermissions(
                    place, PosixFilePermissions.fromString(random.nextBoolean() ? "rwxr-xr-x" : "rw-r--r--"));
        }
    }

    private static Map<String, String> look(Path root) throws IOException {
        Map<String, String> seen = new TreeMap<>();
        try (Stream<Path> all = Files.walk(root)) {
            for (Path one : all.filter(path -> !path.startsWith(root.resolve(".git")) && !path.equals(root))
                    .toList()) {
                what(one).ifPresent(what -> seen.put(root.relativize(one).toString(), what));
            }
        }
        return seen;
    }

    private static Optional<String> what(Path one) throws IOException {
        if (Files.isSymbolicLink(one)) {
            return Optional.of("link " + Files.readSymbolicLink(one));
        }
        if (Files.isRegularFile(one)) {
            return Optional.of((Files.isExecutable(one) ? "program " : "file ")
                    + HexFormat.of().formatHex(Files.readAllBytes(one)));
        }
        try (Stream<Path> entries = Files.list(one)) {
            return entries.findAny().isEmpty() ? Optional.of("empty") : Optional.empty();
        }
    }
}
