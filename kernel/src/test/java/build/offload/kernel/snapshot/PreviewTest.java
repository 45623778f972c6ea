package build.offload.kernel.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.snapshot.Preview.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What would travel is shown beforehand, and of each path by which rule. */
class PreviewTest {

    @TempDir
    private Path top;

    private Checkouts checkouts;

    @BeforeEach
    void repository() throws IOException {
        checkouts = Checkouts.repository(top);
        checkouts.write(".gitignore", "*.log\nbuild/\n");
        checkouts.write("src/main.c", "12345");
        checkouts.write("build/out", "o");
        checkouts.write("deep/trace.log", "l");
        checkouts.write(".offload-rest", "r");
        Files.createDirectories(checkouts.at("empty"));
        checkouts.write("nested/.gitignore", "own\n");
        checkouts.gitIn("nested", "init", "--quiet");
        checkouts.write("nested/own", "n");
        checkouts.write("nested/kept", "k");
    }

    private Verdict verdict(String path) throws IOException {
        return checkouts.mirror().preview(Optional.of(path)).verdict().orElseThrow();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "src/main.c | git calls it tracked, or untracked and not ignored",
                "src | is a folder of which 1 files travel",
                "empty | is an empty folder, and made on the host",
                "nested/kept | git calls it tracked, or untracked and not ignored"
            })
    void pathThatTravelsSaysWhy(String path, String reason) throws IOException {
        assertThat(verdict(path)).isEqualTo(new Verdict(true, reason));
    }

    @ParameterizedTest
    @Tag("B49")
    @CsvSource(
            delimiter = '|',
            value = {
                "deep/trace.log | is ignored by .gitignore, line 1: *.log",
                "build/out | is ignored by .gitignore, line 2: build/",
                "nested/own | is ignored by .gitignore, line 1: own",
                "nested/.git/HEAD | is git's own; a repository never travels, only what is checked out",
                ".offload-rest | bears a name that offload keeps for itself"
            })
    void pathThatStaysIsExplainedByItsRule(String path, String reason) throws IOException {
        assertThat(verdict(path)).isEqualTo(new Verdict(false, reason));
    }

    @Test
    @Tag("B49")
    void whatCannotTravelSaysWhatItIs() throws IOException {
        Checkouts.run(top, "mkfifo", checkouts.at("pipe").toString());

        assertThat(verdict("pipe").travels()).isFalse();
        assertThat(verdict("pipe").reason()).contains("FIFO");
        assertThat(verdict("nowhere").reason()).startsWith("is not there");
    }

    @Test
    void everyFileIsShownWithItsSizeAndNothingIsPinned() throws IOException {
        Preview preview = checkouts.mirror().preview(Optional.empty());

        assertThat(preview.files())
                .filteredOn(file -> file.entry().path().toString().equals("src/main.c"))
                .singleElement()
                .satisfies(file -> assertThat(file.bytes()).isEqualTo(5));
        assertThat(preview.snapshot().emptyFolders()).containsExactly("empty");
        assertThat(checkouts.mirrorFolder().resolve("pins")).isEmptyDirectory();
    }
}
