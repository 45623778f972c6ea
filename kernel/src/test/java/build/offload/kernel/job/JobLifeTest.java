package build.offload.kernel.job;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.rig.MemoryFolder;
import build.offload.kernel.rig.Order;
import build.offload.kernel.rig.Rig;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The life of a job, from its submission to its end, in a whole controller. */
class JobLifeTest {

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private Rig rig;

    @BeforeEach
    void start() {
        rig = new Rig(folder);
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    @Test
    void buildThatSucceedsHasItsOutputsPromoted() {
        rig.enrolled("a", 2).leaves("target/app.jar", "built");

        JobId job = rig.submit(Order.named("key-1").bringing("target/*.jar"));
        rig.tick();

        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.SUCCEEDED);
        assertThat(rig.checkout().read("target/app.jar")).isEqualTo("built");
        assertThat(rig.ledger().story(job))
                .containsExactly(
                        "job-submitted/submitted",
                        "job-placed/dispatched",
                        "job-prepared/workspace-laid-out",
                        "job-started/started",
                        "job-exited/exit-0",
                        "job-collected/staged",
                        "job-promoted/promoted");
        assertThat(rig.ledger().slots("a")).isZero();
    }
}
