package build.offload.kernel.job;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.status.Jobs;
import build.offload.kernel.store.ConflictRow;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.PromotedFileRow;
import build.offload.kernel.store.StagedFileRow;
import build.offload.spi.model.FileStamp;
import build.offload.spi.model.JobId;
import build.offload.spi.model.OutputPath;
import build.offload.spi.publish.PublicationStrategy.WholeFolder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a promotion may replace, and what goes with a folder that is promoted as a whole. */
class PublicationPlanTest {

    private static final JobRow JOB = Jobs.job("second", Instant.EPOCH);
    private static final OutputPath DIST = new OutputPath("dist");
    private static final FileStamp STAMP = new FileStamp(1, 2, 3, 4);
    private static final long EARLIER = JOB.progress().queueSeq() - 1;
    private static final long LATER = JOB.progress().queueSeq() + 1;

    private static Map<OutputPath, PromotedFileRow> promoted(String path, long queueSeq) {
        OutputPath file = new OutputPath(path);
        return Map.of(file, new PromotedFileRow(file, new JobId("b".repeat(64)), queueSeq, STAMP));
    }

    private static PublicationPlan plan(Map<OutputPath, PromotedFileRow> promoted, List<OutputPath> folders) {
        List<StagedFileRow> staged = List.of(new StagedFileRow(new OutputPath("dist/made"), false, 3, "c".repeat(64)));
        return PublicationPlan.of(JOB, staged, Map.of(), promoted, folders);
    }

    @Test
    void whatAnEarlierJobPutIntoAWholeFolderAndThisOneDoesNotBringIsOutdated() {
        PublicationPlan plan = plan(promoted("dist/gone", EARLIER), List.of(DIST));

        assertThat(plan.folders()).containsExactly(new WholeFolder(DIST, Map.of(new OutputPath("dist/gone"), STAMP)));
        assertThat(plan.superseded()).isEmpty();
    }

    @Test
    void whatThisJobBringsTooIsReplacedAndNotOutdated() {
        PublicationPlan plan = plan(promoted("dist/made", EARLIER), List.of(DIST));

        assertThat(plan.folders()).containsExactly(new WholeFolder(DIST, Map.of()));
        assertThat(plan.targets())
                .singleElement()
                .satisfies(target -> assertThat(target.mayBe()).containsExactly(STAMP));
    }

    @Test
    void whatALaterJobPutIntoAWholeFolderSupersedesThisOne() {
        PublicationPlan plan = plan(promoted("dist/newer", LATER), List.of(DIST));

        assertThat(plan.folders()).containsExactly(new WholeFolder(DIST, Map.of()));
        assertThat(plan.superseded()).extracting(ConflictRow::path).containsExactly("dist/newer");
    }

    @Test
    void whatStandsBesideTheFolderIsNoneOfItsBusiness() {
        assertThat(plan(promoted("distance", EARLIER), List.of(DIST)).folders())
                .containsExactly(new WholeFolder(DIST, Map.of()));
    }

    @Test
    void filesThatArePromotedOneByOneLeaveOthersAlone() {
        PublicationPlan plan = plan(promoted("dist/newer", LATER), List.of());

        assertThat(plan.folders()).isEmpty();
        assertThat(plan.superseded()).isEmpty();
    }
}
