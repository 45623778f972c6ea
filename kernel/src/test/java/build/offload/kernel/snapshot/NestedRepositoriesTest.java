package build.offload.kernel.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Repositories inside the checkout travel as their files, each by its own rules, and never as a link to a commit. */
class NestedRepositoriesTest {

    @TempDir
    private Path top;

    private Checkouts checkouts;

    @BeforeEach
    void repository() throws IOException {
        checkouts = Checkouts.repository(top);
        checkouts.write("own", "0");
    }

    private void nested(String folder) throws IOException {
        Files.createDirectories(checkouts.at(folder));
        checkouts.gitIn(folder, "init", "-q");
    }

    @Test
    void filesOfAnUntrackedRepositoryGoInByItsOwnRules() throws IOException {
        nested("vendor/lib");
        checkouts.write("vendor/lib/.gitignore", "*.o\n");
        checkouts.write("vendor/lib/a.c", "1");
        checkouts.write("vendor/lib/a.o", "2");
        checkouts.write("vendor/lib/.git/info/exclude", ".env\n");
        checkouts.write("vendor/lib/.env", "secret");
        checkouts.commit("vendor/lib");
        checkouts.write("vendor/lib/b.c", "3");
        Files.createDirectories(checkouts.at("vendor/lib/empty"));
        Files.createDirectories(checkouts.at("vendor/lib/x.o"));

        Snapshot snapshot = checkouts.mirror().capture();

        assertThat(checkouts.contents(snapshot))
                .containsExactly(
                        Map.entry("own", "0"),
                        Map.entry("vendor/lib/.gitignore", "*.o\n"),
                        Map.entry("vendor/lib/a.c", "1"),
                        Map.entry("vendor/lib/b.c", "3"));
        assertThat(snapshot.emptyFolders()).containsExactly("vendor/lib/empty");
    }

    @Test
    void filesOfASubmoduleGoInAndNotItsCommit() throws IOException {
        nested("module");
        checkouts.write("module/a", "1");
        checkouts.commit("module");
        nested("module/inner");
        checkouts.write("module/inner/b", "2");
        checkouts.commit("module/inner");
        checkouts.commit("");
        Mirror mirror = checkouts.mirror();

        Snapshot snapshot = mirror.capture();
        checkouts.write("module/a", "changed");
        Snapshot later = mirror.capture();

        assertThat(checkouts.contents(snapshot))
                .containsExactly(Map.entry("module/a", "1"), Map.entry("module/inner/b", "2"), Map.entry("own", "0"));
        assertThat(checkouts.contents(later)).containsEntry("module/a", "changed");
    }

    @Test
    void submoduleThatIsNotCheckedOutIsAnEmptyFolder() throws IOException {
        nested("module");
        checkouts.write("module/a", "1");
        checkouts.commit("module");
        checkouts.commit("");
        FolderTree.delete(checkouts.at("module"));
        Files.createDirectory(checkouts.at("module"));

        Snapshot snapshot = checkouts.mirror().capture();

        assertThat(Checkouts.paths(snapshot)).containsExactly("own");
        assertThat(snapshot.emptyFolders()).containsExactly("module");
    }

    @Test
    void repositoryWithoutCommitsIsTakenToo() throws IOException {
        nested("fresh");
        checkouts.write("fresh/a", "1");
        nested("bare of files");

        Snapshot snapshot = checkouts.mirror().capture();

        assertThat(Checkouts.paths(snapshot)).containsExactly("fresh/a", "own");
        assertThat(snapshot.emptyFolders()).containsExactly("bare of files");
    }

    @Test
    void workTreeWhoseRepositoryIsGoneTravelsAsAPlainFolder() throws IOException {
        checkouts.write("orphan/.git", "gitdir: /no/such/repository\n");
        checkouts.write("orphan/a", "1");

        Snapshot snapshot = checkouts.mirror().capture();

        assertThat(Checkouts.paths(snapshot)).containsExactly("orphan/a", "own");
    }

    @Test
    void repositoryThatTurnsIntoAPlainFolderKeepsItsFiles() throws IOException {
        nested("lib");
        checkouts.write("lib/a", "1");
        Mirror mirror = checkouts.mirror();
        Snapshot before = mirror.capture();
        FolderTree.delete(checkouts.at("lib/.git"));

        Snapshot after = mirror.capture();

        assertThat(after.tree()).isEqualTo(before.tree());
    }
}
