package build.offload.plugin.publish;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.plugin.publish.checkout.MemoryTempDir;
import build.offload.plugin.publish.checkout.Yard;
import build.offload.plugin.publish.directory.PublishDirectory;
import build.offload.plugin.publish.files.PublishFiles;
import build.offload.spi.publish.PublicationStrategy.PromotionReport.Promoted;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Another process reads the outputs over and over while they are promoted, and never sees what it must not. */
class ReaderProcessTest {

    private static final int LINES = 4_000;
    private static final List<String> FILES = List.of("a", "b", "c", "d");

    /**
     * Says of each look at the files what it saw amiss, and at the end how often it looked. A file that is not there at all is not
     * amiss in a folder that is held open, for that folder may be taken apart.
     */
    private static final String READER = """
            amiss='{ lines[FILENAME]++
                     if (FILENAME in build && build[FILENAME] != $0) print "mixed " FILENAME
                     build[FILENAME] = $0 }
                   END { for (file in lines) {
                           if (lines[file] != LINES) print "partial " file " " lines[file]
                           builds[build[file]] = 1; files++ }
                         for (one in builds) count++
                         if (SET && files == 4 && count != 1) print "mixed set" }'
            cd "$1"
            looks=0
            while [ ! -e ../stop ]; do
                if [ "$2" = set ]; then
                    ( cd out && awk -v LINES=%1$d -v SET=1 "$amiss" a b c d 2>/dev/null )
                else
                    awk -v LINES=%1$d -v SET=0 "$amiss" out/a out/b out/c out/d || echo unreadable
                fi
                looks=$((looks + 1))
                : >../looked
            done
            echo "looks $looks"
            """.formatted(LINES);

    @TempDir(factory = MemoryTempDir.class)
    private Path top;

    @Test
    void readerSeesNoPartOfAFileWhileFilesArePromoted() throws Exception {
        read((_, _) -> new PublishFiles(), "files", 50);
    }

    @Test
    void readerThatHoldsTheFolderOpenSeesOneBuildWhileFoldersArePromoted() throws Exception {
        read((_, _) -> new PublishDirectory(), "set", 50);
    }

    @Test
    @Tag("campaign")
    void readerSeesNoPartOfAFileInAThousandPromotions() throws Exception {
        read((_, _) -> new PublishFiles(), "files", 1_000);
        read((_, _) -> new PublishDirectory(), "files", 1_000);
    }

    @Test
    @Tag("campaign")
    void readerThatHoldsTheFolderOpenSeesOneBuildInAThousandPromotions() throws Exception {
        read((_, _) -> new PublishDirectory(), "set", 1_000);
    }

    private void read(Yard.Maker maker, String what, int promotions) throws IOException, InterruptedException {
        Path own = Files.createTempDirectory(top, what);
        Yard yard = new Yard(own, maker);
        promote(yard, 0);
        Path seen = own.resolve("seen");
        Process reader = new ProcessBuilder(
                        "sh", "-c", READER, "sh", yard.checkout().toString(), what)
                .redirectOutput(seen.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            for (int build = 1; build <= promotions; build++) {
                promote(yard, build);
            }
            awaitLook(own, reader);
            Files.createFile(own.resolve("stop"));
            assertThat(reader.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            reader.destroyForcibly().waitFor();
        }
        assertThat(Files.readAllLines(seen, StandardCharsets.UTF_8))
                .singleElement()
                .asString()
                .startsWith("looks ");
    }

    private static void awaitLook(Path own, Process reader) throws InterruptedException {
        while (!Files.exists(own.resolve("looked")) && !reader.waitFor(10, TimeUnit.MILLISECONDS)) {
            assertThat(reader.isAlive()).isTrue();
        }
    }

    private static void promote(Yard yard, int build) throws IOException {
        yard.next();
        for (String file : FILES) {
            yard.stage("out/" + file, ("build " + build + "\n").repeat(LINES));
        }
        yard.folder("out");
        assertThat(yard.promote()).isInstanceOf(Promoted.class);
    }
}
