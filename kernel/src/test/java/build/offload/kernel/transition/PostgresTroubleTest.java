package build.offload.kernel.transition;

import static build.offload.kernel.transition.PipelineRig.keyed;
import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.store.PostgresBackend;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What happens to the database server: nothing lost, and on by itself when it is back. */
class PostgresTroubleTest {

    @Test
    @Tag("B55")
    void serverThatCrashesUnderTheControllerIsTakenUpAgainWhenItIsBack() throws Exception {
        PostgresBackend database = PostgresBackend.fresh();
        try (PipelineRig rig = new PipelineRig(database)) {
            PipelineFaultContract.committed(rig.ask(keyed("a", "key-1")));

            database.crash();

            List<Outcome> outcomes = new ArrayList<>();
            do {
                outcomes.add(rig.ask(keyed("b", "key-2")));
            } while (!(outcomes.getLast() instanceof Outcome.Committed) && outcomes.size() < 10_000);
            assertThat(PipelineFaultContract.committed(outcomes.getLast()).revision())
                    .isEqualTo(2);
            assertThat(rig.revision()).isEqualTo(2);
            assertThat(rig.done("a")).isTrue();
            assertThat(rig.pipeline.journalFault()).isEmpty();
        }
    }

    @Test
    @Tag("B55")
    void databaseThatTakesNoConnectionsIsNamedAndTakenUpAgain() throws Exception {
        PostgresBackend database = PostgresBackend.freshDatabase();
        try (PipelineRig rig = new PipelineRig(database)) {
            PipelineFaultContract.committed(rig.ask(keyed("a", "key-1")));

            database.close();
            Outcome refused = rig.ask(keyed("b", "key-2"));
            database.openAgain();

            assertThat(refused).isInstanceOf(Outcome.AuditUnavailable.class);
            assertThat(rig.pipeline.journalFault()).isPresent();
            assertThat(PipelineFaultContract.committed(rig.ask(keyed("b", "key-2")))
                            .revision())
                    .isEqualTo(2);
        }
    }
}
