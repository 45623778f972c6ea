package build.offload.kernel.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What belongs to a snapshot is what the user's own git says: tracked, or untracked and not ignored. */
class CaptureByGitRulesTest {

    @TempDir
    private Path top;

    private Checkouts checkouts;

    @BeforeEach
    void repository() throws IOException {
        checkouts = Checkouts.repository(top);
    }

    @Test
    void trackedAndUntrackedFilesGoInAndIgnoredOnesStayOut() throws IOException {
        checkouts.write(".gitignore", "*.log\n");
        checkouts.write("src/tracked", "1");
        checkouts.commit("");
        checkouts.write("src/untracked", "2");
        checkouts.write("build.log", "3");

        Snapshot snapshot = checkouts.mirror().capture();

        assertThat(checkouts.contents(snapshot))
                .containsExactly(
                        Map.entry(".gitignore", "*.log\n"),
                        Map.entry("src/tracked", "1"),
                        Map.entry("src/untracked", "2"));
        assertThat(snapshot.leftOut()).isEmpty();
    }

    @Test
    void whatInfoExcludeOrTheConfiguredExcludesFileHidesStaysOut() throws IOException {
        checkouts.write(".git/info/exclude", ".env\n");
        checkouts.git(
                "config",
                "core.excludesFile",
                checkouts.write(".git/mine", "notes\n").toString());
        checkouts.write(".env", "secret");
        checkouts.write("notes", "mine");
        checkouts.write("kept", "");

        Snapshot snapshot = checkouts.mirror().capture();

        assertThat(Checkouts.paths(snapshot)).containsExactly("kept");
    }

    @Test
    void trackedFileThatAnIgnoreRuleMatchesIsIn() throws IOException {
        checkouts.write("lib/x.jar", "jar");
        checkouts.commit("");
        checkouts.write(".gitignore", "*.jar\n");

        Snapshot snapshot = checkouts.mirror().capture();

        assertThat(Checkouts.paths(snapshot)).contains("lib/x.jar");
    }

    @Test
    void deletedFilesLeaveThoughTheUsersIndexStillHasThem() throws IOException {
        checkouts.write("a", "1");
        checkouts.write("folder/b", "2");
        checkouts.commit("");
        Mirror mirror = checkouts.mirror();
        Snapshot before = mirror.capture();
        Files.delete(checkouts.at("folder/b"));
        Files.delete(checkouts.at("folder"));

        Snapshot after = mirror.capture();

        assertThat(Checkouts.paths(before)).containsExactly("a", "folder/b");
        assertThat(Checkouts.paths(after)).containsExactly("a");
    }

    @Test
    void fileThatBecomesIgnoredLeavesThoughItIsStillThere() throws IOException {
        checkouts.write("generated", "1");
        Mirror mirror = checkouts.mirror();
        Snapshot before = mirror.capture();
        checkouts.write(".gitignore", "generated\n");

        Snapshot after = mirror.capture();

        assertThat(Checkouts.paths(before)).containsExactly("generated");
        assertThat(Checkouts.paths(after)).containsExactly(".gitignore");
    }

    @Test
    void contentIsTakenByteForByteWhateverAttributesSay() throws IOException {
        checkouts.write(
                ".gitattributes",
                "*.txt text eol=lf ident\n*.wide working-tree-encoding=UTF-16 text\n*.bin filter=lfs diff=lfs merge=lfs -text\n");
        checkouts.git("config", "core.autocrlf", "input");
        checkouts.git("config", "filter.lfs.clean", "false");
        checkouts.git("config", "filter.lfs.required", "true");
        checkouts.write("a.txt", "one\r\ntwo $Id: x$\r\n");
        checkouts.write("b.wide", "h\0i\0\r\n");
        checkouts.write("c.bin", "content\r\nas on disk");

        Snapshot snapshot = checkouts.mirror().capture();

        assertThat(checkouts.contents(snapshot))
                .containsEntry("a.txt", "one\r\ntwo $Id: x$\r\n")
                .containsEntry("b.wide", "h\0i\0\r\n")
                .containsEntry("c.bin", "content\r\nas on disk");
    }

    @Test
    void namesAreBytesAndNoneIsTooOdd() throws IOException {
        byte[] notUtf8 = {'n', (byte) 0xff, (byte) 0xfe};
        checkouts.writeRaw(notUtf8, "raw");
        checkouts.writeRaw("\u00e9".getBytes(StandardCharsets.UTF_8), "accent");
        checkouts.write("new\nline", "1");
        checkouts.write("-dash", "2");
        checkouts.write("\"quoted\" \\", "3");
        checkouts.write("git~1", "4");
        checkouts.write("con:aux. ", "5");
        checkouts.write(":(top)magic*", "6");

        Map<String, String> contents = checkouts.contents(checkouts.mirror().capture());

        assertThat(contents)
                .hasSize(8)
                .containsEntry("n\u00ff\u00fe", "raw")
                .containsEntry("\u00c3\u00a9", "accent")
                .containsEntry("new\nline", "1")
                .containsEntry("-dash", "2")
                .containsEntry("\"quoted\" \\", "3")
                .containsEntry("git~1", "4")
                .containsEntry("con:aux. ", "5")
                .containsEntry(":(top)magic*", "6");
    }

    @Test
    void nameThatGitDoesNotStoreIsLeftOutByName() throws IOException {
        checkouts.write(".GIT/config", "1");
        checkouts.write("kept", "2");
        Mirror mirror = checkouts.mirror();
        mirror.capture();

        Snapshot snapshot = mirror.capture();

        assertThat(Checkouts.paths(snapshot)).containsExactly("kept");
        assertThat(snapshot.leftOut()).extracting(LeftOut::path).containsExactly(".GIT/config");
    }

    @Test
    void namesThatPromotionUsesAreNeverPartOfASnapshot() throws IOException {
        checkouts.write("out/.offload-1-0.new", "1");
        checkouts.write(".offload-x/y", "2");
        checkouts.write("out/kept", "3");

        Snapshot snapshot = checkouts.mirror().capture();

        assertThat(Checkouts.paths(snapshot)).containsExactly("out/kept");
        assertThat(snapshot.emptyFolders()).isEmpty();
    }

    @Test
    @Tag("B49")
    void hiddenFilesLinksEmptyFoldersAndModesAreTakenAsTheyAre() throws IOException {
        checkouts.write(".cargo/config", "hidden");
        checkouts.write("run.sh", "#!/bin/sh\n");
        checkouts.executable("run.sh");
        Files.createSymbolicLink(checkouts.at("near"), Path.of("run.sh"));
        Files.createSymbolicLink(checkouts.at("dangling"), Path.of("no/such"));
        Files.createSymbolicLink(checkouts.at("outside"), top.resolve("state"));
        Files.createDirectories(checkouts.at("empty/deep"));

        Snapshot snapshot = checkouts.mirror().capture();

        assertThat(checkouts.contents(snapshot))
                .containsExactly(
                        Map.entry(".cargo/config", "hidden"),
                        Map.entry("dangling", "LINK no/such"),
                        Map.entry("near", "LINK run.sh"),
                        Map.entry("outside", "LINK " + top.resolve("state")),
                        Map.entry("run.sh", "EXECUTABLE #!/bin/sh\n"));
        assertThat(snapshot.emptyFolders()).containsExactly("empty/deep");
    }

    @Test
    void emptyFoldersAreListedUnlessIgnored() throws IOException {
        checkouts.write(".gitignore", "target/\nlogs/*\n");
        Files.createDirectories(checkouts.at("target/classes"));
        Files.createDirectories(checkouts.at("logs/old"));
        Files.createDirectories(checkouts.at("src/new package"));
        checkouts.write("src/a", "1");

        Snapshot snapshot = checkouts.mirror().capture();

        assertThat(snapshot.emptyFolders()).containsExactly("src/new package");
    }

    @Test
    void folderWhoseTrackedFilesAreAllDeletedIsAnEmptyFolder() throws IOException {
        checkouts.write("folder/a", "1");
        checkouts.commit("");
        Files.delete(checkouts.at("folder/a"));

        Snapshot snapshot = checkouts.mirror().capture();

        assertThat(snapshot.entries()).isEmpty();
        assertThat(snapshot.emptyFolders()).containsExactly("folder");
    }

    @Test
    void emptyFoldersThatTookThePlaceOfATrackedFileAreTakenToo() throws IOException {
        checkouts.write("alone", "1");
        checkouts.write("with/file", "1");
        checkouts.write("was", "1");
        checkouts.commit("");
        for (String path : List.of("alone", "was")) {
            Files.delete(checkouts.at(path));
        }
        Files.createDirectory(checkouts.at("alone"));
        Files.createDirectories(checkouts.at("was/empty"));
        checkouts.write("was/file", "2");

        Snapshot snapshot = checkouts.mirror().capture();

        assertThat(snapshot.emptyFolders()).containsExactly("alone", "was/empty");
    }

    /** As root, which nothing is closed to, git runs without that privilege here. */
    @Test
    void folderThatMayNotBeReadIsRefusedByNameUnlessIgnored() throws IOException {
        String git = checkouts.scriptedGit("""
                [ "$(id -u)" = 0 ] || exec $GIT "$@"
                exec setpriv --bounding-set=-dac_override,-dac_read_search $GIT "$@"
                """);
        checkouts.write("data/closed/file", "1");
        Files.setPosixFilePermissions(checkouts.at("data/closed"), Set.of());
        Mirror mirror = checkouts.mirror(checkouts.withGit(git), "boot-1");

        assertThatThrownBy(mirror::capture)
                .isInstanceOf(SnapshotException.class)
                .hasMessage("may not be read: data/closed/; make it readable, or have git ignore it");

        checkouts.write(".gitignore", "data/\n");
        assertThat(Checkouts.paths(mirror.capture())).containsExactly(".gitignore");
        Files.setPosixFilePermissions(checkouts.at("data/closed"), PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void whatIsNeitherFileNorLinkNorFolderIsLeftOutByName() throws IOException {
        checkouts.write("tracked", "1");
        checkouts.write("kept", "2");
        checkouts.commit("");
        Files.delete(checkouts.at("tracked"));
        Checkouts.run(checkouts.checkout(), "mkfifo", "tracked", "untracked");

        Snapshot snapshot = checkouts.mirror().capture();

        assertThat(Checkouts.paths(snapshot)).containsExactly("kept");
        assertThat(snapshot.leftOut())
                .containsExactlyInAnyOrder(new LeftOut("tracked", "is a FIFO"), new LeftOut("untracked", "is a FIFO"));
    }

    @Test
    void trackedFileReplacedByAFolderOrALinkToOneIsTakenAsItIsNow() throws IOException {
        checkouts.write("file", "1");
        checkouts.write("folder/x", "2");
        checkouts.write("elsewhere/x", "3");
        checkouts.commit("");
        Mirror mirror = checkouts.mirror();
        mirror.capture();
        Files.delete(checkouts.at("file"));
        checkouts.write("file/inner", "4");
        Files.delete(checkouts.at("folder/x"));
        Files.delete(checkouts.at("folder"));
        Files.createSymbolicLink(checkouts.at("folder"), Path.of("elsewhere"));

        Snapshot snapshot = mirror.capture();

        assertThat(checkouts.contents(snapshot))
                .containsExactly(
                        Map.entry("elsewhere/x", "3"),
                        Map.entry("file/inner", "4"),
                        Map.entry("folder", "LINK elsewhere"));
        assertThat(snapshot.leftOut()).isEmpty();
        assertThat(mirror.capture()).isEqualTo(snapshot);
    }

    @Test
    void plainFolderTravelsWholeAndItsIgnoreFilesCount(@TempDir Path other) throws IOException {
        Checkouts plain = Checkouts.plainFolder(other);
        plain.write(".gitignore", "*.log\n");
        plain.write("a", "1");
        plain.write("x.log", "2");
        Files.createDirectories(plain.at("empty"));

        Snapshot snapshot = plain.mirror().capture();

        assertThat(Checkouts.paths(snapshot)).containsExactly(".gitignore", "a");
        assertThat(snapshot.emptyFolders()).containsExactly("empty");
    }

    @Test
    void emptyCheckoutIsTheEmptyTree() throws IOException {
        Snapshot snapshot = checkouts.mirror().capture();

        assertThat(snapshot.entries()).isEmpty();
        assertThat(snapshot.tree().value()).isEqualTo("4b825dc642cb6eb9a060e54bf8d69288fbee4904");
    }

    @Test
    void theUsersRepositoryIsNeitherWrittenNorLocked() throws IOException {
        checkouts.write("a", "1");
        checkouts.commit("");
        checkouts.write("a", "2");
        checkouts.write(".git/index.lock", "held by the user's own git");
        Map<String, String> before = Checkouts.picture(checkouts.checkout());
        Mirror mirror = checkouts.mirror();

        List<String> paths = Checkouts.paths(mirror.capture());
        mirror.capture();

        assertThat(paths).containsExactly("a");
        assertThat(Checkouts.picture(checkouts.checkout())).isEqualTo(before);
    }
}
