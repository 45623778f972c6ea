package build.offload.kernel.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.snapshot.MovedPath.Change;
import build.offload.spi.model.FileStamp;
import build.offload.spi.model.JobId;
import build.offload.spi.model.OutputPath;
import build.offload.spi.model.OutputPattern;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The generation is what publication depends on: all but the job's own outputs and what promotions put there. */
class GenerationTest {

    private static final GenerationRule NOTHING_ASIDE = new GenerationRule(List.of(), Map.of());

    @TempDir
    private Path top;

    private Checkouts checkouts;
    private Mirror mirror;

    @BeforeEach
    void repository() throws IOException {
        checkouts = Checkouts.repository(top);
        checkouts.write("source", "1");
        checkouts.write("out/tracked.bin", "2");
        checkouts.commit("");
        mirror = checkouts.mirror();
    }

    private static GenerationRule outputs(String... patterns) {
        return new GenerationRule(
                List.of(patterns).stream().map(OutputPattern::new).toList(), Map.of());
    }

    private GenerationRule placed(String path) throws IOException {
        FileStamp stamp = FileStatus.of(checkouts.at(path)).orElseThrow().stamp();
        return new GenerationRule(List.of(), Map.of(new OutputPath(path), stamp));
    }

    private Snapshot pinned() throws IOException {
        Snapshot snapshot = mirror.capture();
        mirror.pin(new JobId("1".repeat(64)), snapshot);
        return snapshot;
    }

    @Test
    void nothingChangedIsTheSameGeneration() throws IOException {
        Snapshot then = pinned();
        Snapshot now = mirror.capture();

        assertThat(mirror.generation(now, NOTHING_ASIDE)).isEqualTo(mirror.generation(then, NOTHING_ASIDE));
        assertThat(mirror.moved(then.tree(), now, NOTHING_ASIDE)).isEmpty();
    }

    @Test
    void whatMovedIsNamedWithHow() throws IOException {
        Snapshot then = pinned();
        checkouts.write("source", "edited");
        checkouts.write("added", "");
        checkouts.executable("out/tracked.bin");
        checkouts.write("gone", "");
        Snapshot between = pinned();
        Files.delete(checkouts.at("gone"));
        Snapshot now = mirror.capture();

        assertThat(mirror.generation(now, NOTHING_ASIDE)).isNotEqualTo(mirror.generation(then, NOTHING_ASIDE));
        assertThat(mirror.moved(then.tree(), now, NOTHING_ASIDE))
                .containsExactly(
                        new MovedPath("added", Change.ADDED),
                        new MovedPath("out/tracked.bin", Change.CHANGED),
                        new MovedPath("source", Change.CHANGED));
        assertThat(mirror.moved(between.tree(), now, NOTHING_ASIDE))
                .containsExactly(new MovedPath("gone", Change.REMOVED));
    }

    @Test
    void theJobsOwnOutputsDoNotCount() throws IOException {
        GenerationRule rule = outputs("out/**", "*.log", "literal");
        Snapshot then = pinned();
        checkouts.write("out/tracked.bin", "edited");
        checkouts.write("out/deep/new", "");
        checkouts.write("x.log", "");
        checkouts.write("literal", "");
        Snapshot now = mirror.capture();

        assertThat(mirror.generation(now, rule)).isEqualTo(mirror.generation(then, rule));
        assertThat(mirror.moved(then.tree(), now, rule)).isEmpty();
        assertThat(mirror.moved(then.tree(), now, outputs("out/*.bin")))
                .extracting(MovedPath::path)
                .containsExactly("literal", "out/deep/new", "x.log");
    }

    @Test
    void fileThatAPromotionPutThereDoesNotCountOnEitherSide() throws IOException {
        Snapshot then = pinned();
        checkouts.write("out/tracked.bin", "promoted");
        checkouts.write("new", "promoted");
        Snapshot now = mirror.capture();
        GenerationRule both = new GenerationRule(
                List.of(),
                Map.of(
                        new OutputPath("out/tracked.bin"),
                        FileStatus.of(checkouts.at("out/tracked.bin"))
                                .orElseThrow()
                                .stamp(),
                        new OutputPath("new"),
                        FileStatus.of(checkouts.at("new")).orElseThrow().stamp()));

        assertThat(mirror.moved(then.tree(), now, both)).isEmpty();
        assertThat(mirror.generation(now, both)).isEqualTo(mirror.generation(then, both));
    }

    @Test
    void promotedFileThatTheUserTouchedSinceIsTheUsers() throws IOException {
        checkouts.write("new", "promoted");
        GenerationRule rule = placed("new");
        Snapshot then = pinned();
        checkouts.write("new", "by hand!");
        Snapshot edited = mirror.capture();
        Files.delete(checkouts.at("new"));
        Snapshot deleted = mirror.capture();

        assertThat(mirror.moved(then.tree(), edited, rule)).containsExactly(new MovedPath("new", Change.CHANGED));
        assertThat(mirror.moved(then.tree(), deleted, rule)).containsExactly(new MovedPath("new", Change.REMOVED));
    }

    @Test
    void namesThatNoOutputCanHaveAlwaysCount() throws IOException {
        GenerationRule all = outputs("**");
        checkouts.write("git~1", "1");
        checkouts.writeRaw(new byte[] {(byte) 0xff}, "2");
        Snapshot then = pinned();
        checkouts.write("git~1", "edited");
        checkouts.writeRaw(new byte[] {(byte) 0xff}, "edited");
        Snapshot now = mirror.capture();

        assertThat(mirror.moved(then.tree(), now, all))
                .extracting(MovedPath::path)
                .containsExactly("git~1", "\uFFFD");
    }
}
