package build.offload.kernel.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.rig.Rig;
import build.offload.kernel.rig.RigExtension;
import build.offload.spi.model.InfraFailure;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A power loss can take the last objects of a mirror: what was captured before is looked at before a host is to lay it out. */
@ExtendWith(RigExtension.class)
class ShortMirrorTest {

    private final Rig rig;

    ShortMirrorTest(Rig rig) {
        this.rig = rig;
    }

    /** Start again at a later moment, with what was synced before. */
    private void bootAgain() {
        rig.clock().advance(Duration.ofMinutes(1));
        rig.restart();
    }

    private void cutShort() throws IOException {
        try (Stream<Path> files = Files.walk(rig.folder().resolve("mirrors"))) {
            List<Path> objects = files.filter(Files::isRegularFile)
                    .filter(file -> file.toString().matches(".*/objects/[0-9a-f]{2}/.*"))
                    .toList();
            assertThat(objects).isNotEmpty();
            for (Path object : objects) {
                Files.delete(object);
                Files.createFile(object);
            }
        }
    }

    @Test
    void jobWhoseSnapshotIsShortAfterAPowerLossIsLostOnNoHost() throws IOException {
        JobId job = rig.submit("key-1");
        cutShort();

        bootAgain();
        rig.enrolled("a", 1);
        rig.until(job, JobStage.LOST);

        assertThat(rig.ledger().job(job).progress().ending().orElseThrow().infraFailure())
                .contains(InfraFailure.SNAPSHOT_LOST);
        assertThat(rig.host("a").calls()).noneMatch(call -> call.startsWith("PREPARE"));
        assertThat(rig.ledger().slots("a")).isZero();
    }

    @Test
    void whatIsSubmittedAfterwardsIsStoredWhole() throws IOException {
        JobId job = rig.submit("key-1");
        cutShort();
        bootAgain();
        rig.enrolled("a", 1);
        rig.until(job, JobStage.LOST);

        JobId next = rig.submit("key-2");
        bootAgain();

        rig.until(next, JobStage.SUCCEEDED);
    }

    @Test
    void jobWhoseSnapshotIsWholeGoesOn() {
        JobId job = rig.submit("key-1");

        bootAgain();
        rig.enrolled("a", 1);

        rig.until(job, JobStage.SUCCEEDED);
    }
}
