package build.offload.spi.posix;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.spi.executor.BuildHost.CollectReport;
import build.offload.spi.executor.BuildHost.OutputFile;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import net.jqwik.api.Tuple;

/** Whatever a tree holds and however it is called: it arrives on a host as it was sent, and comes back as it is there. */
class AnyTreeTest {

    private static final List<String> AWKWARD = List.of(
            "-rf",
            " ",
            "a b",
            "it's",
            "\"q\"",
            "new\nline",
            "tab\t",
            "*",
            "[x]",
            "$HOME",
            "`id`",
            "\\",
            "ü",
            "日本",
            "…",
            "#",
            "~",
            "a");

    /** What is at a path. */
    sealed interface Thing {
        record File(byte[] content, boolean executable) implements Thing {}

        record Link(String target) implements Thing {}

        record EmptyFolder() implements Thing {}
    }

    record Entry(List<String> way, Thing thing) {}

    @Property(tries = 8, shrinking = ShrinkingMode.OFF)
    @Tag("B36")
    void isLaidOutAndCollectedByteForByte(@ForAll("trees") List<Entry> tree) throws Exception {
        Path folder = Files.createTempDirectory("any-tree");
        try {
            HostUnderTest there = Shells.host(Path.of("/bin/dash"), folder);
            for (Entry entry : tree) {
                make(there.checkout, entry);
            }

            there.prepare(1);
            CollectReport report = there.collect(1, "**");

            Path work = there.place(1).resolve("work");
            assertThat(look(work)).isEqualTo(look(there.checkout));
            assertThat(report.files().stream()
                            .collect(Collectors.toMap(file -> file.path().value(), AnyTreeTest::told)))
                    .isEqualTo(files(there.checkout));
            assertThat(look(folder.resolve("staging-1"))).isEqualTo(files(there.checkout));
        } finally {
            remove(folder);
        }
    }

    @Provide
    Arbitrary<List<Entry>> trees() {
        // Where the locale has no such letters, this process cannot make files of these names.
        CharsetEncoder locale =
                Charset.forName(System.getProperty("sun.jnu.encoding")).newEncoder();
        Arbitrary<String> name = Arbitraries.oneOf(
                Arbitraries.of(AWKWARD.stream().filter(locale::canEncode).toList()),
                Arbitraries.strings().withCharRange('a', 'e').ofMinLength(1).ofMaxLength(3));
        Arbitrary<Thing> file = Combinators.combine(
                        Arbitraries.bytes().array(byte[].class).ofMaxSize(300), Arbitraries.of(true, false))
                .as(Thing.File::new);
        Arbitrary<Thing> link = Arbitraries.of("a", "../outside", "/etc/passwd", "no where", ".")
                .map(Thing.Link::new);
        Arbitrary<Thing> thing = Arbitraries.frequencyOf(
                Tuple.of(6, file), Tuple.of(1, link), Tuple.of(1, Arbitraries.of(new Thing.EmptyFolder())));
        return Combinators.combine(name.list().ofMinSize(1).ofMaxSize(4), thing)
                .as(Entry::new)
                .list()
                .ofMaxSize(25);
    }

    /** Make an entry, unless what was made before is in its way. */
    private static void make(Path root, Entry entry) throws IOException {
        Path at = root;
        for (String name : entry.way().subList(0, entry.way().size() - 1)) {
            at = at.resolve(name);
            if (!Files.exists(at, LinkOption.NOFOLLOW_LINKS)) {
                Files.createDirectory(at);
            }
            if (!Files.isDirectory(at, LinkOption.NOFOLLOW_LINKS)) {
                return;
            }
        }
        Path place = at.resolve(entry.way().getLast());
        if (Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        switch (entry.thing()) {
            case Thing.File(byte[] content, boolean executable) -> {
                Files.write(place, content);
                Files.setPosixFilePermissions(
                        place, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
            }
            case Thing.Link(String target) -> Files.createSymbolicLink(place, Path.of(target));
            case Thing.EmptyFolder() -> Files.createDirectory(place);
        }
    }

    /** Return everything below a folder by its path: files and links with what they hold, and folders that hold nothing. */
    private static Map<String, String> look(Path root) throws IOException {
        Map<String, String> seen = new TreeMap<>();
        try (Stream<Path> all = Files.walk(root)) {
            for (Path one : all.filter(path -> !path.equals(root)).toList()) {
                String path = root.relativize(one).toString();
                if (Files.isSymbolicLink(one)) {
                    seen.put(path, "link " + Files.readSymbolicLink(one));
                } else if (Files.isRegularFile(one)) {
                    seen.put(path, told(Files.isExecutable(one), Files.readAllBytes(one)));
                } else if (holdsNothing(one)) {
                    seen.put(path, "empty");
                }
            }
        }
        return seen;
    }

    private static Map<String, String> files(Path root) throws IOException {
        Map<String, String> files = look(root);
        files.values().removeIf(what -> what.equals("empty") || what.startsWith("link "));
        return files;
    }

    private static String told(OutputFile file) {
        return (file.executable() ? "program " : "file ") + file.size() + " " + file.sha256();
    }

    private static String told(boolean executable, byte[] content) {
        try {
            return (executable ? "program " : "file ") + content.length + " "
                    + HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException absent) {
            throw new IllegalStateException(absent);
        }
    }

    private static boolean holdsNothing(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.findAny().isEmpty();
        }
    }

    private static void remove(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(one);
            }
        }
    }
}
