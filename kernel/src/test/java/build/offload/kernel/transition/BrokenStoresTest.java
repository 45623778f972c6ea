package build.offload.kernel.transition;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows that the contract rejects stores that are wrong in one known way each. */
class BrokenStoresTest {

    @TempDir
    static Path folder;

    @Test
    void storeThatForgetsAnswersIsCaught() {
        String sabotage = "CREATE TRIGGER broken AFTER INSERT ON replay BEGIN DELETE FROM replay; END";

        assertThat(caught(sabotage, "replayGetsTheStoredBodyByteForByteThoughTheRevisionHasMovedOn"))
                .isTrue();
        assertThat(caught(sabotage, "ofTwentyWithOneKeyInOneBatchOneCommitsAndAllGetItsAnswer"))
                .isTrue();
    }

    @Test
    void storeThatAltersAnswersIsCaught() {
        String sabotage = "CREATE TRIGGER broken AFTER INSERT ON replay"
                + " BEGIN UPDATE replay SET body = CAST('{\"revision\":1,\"result\":{}}' AS BLOB); END";

        assertThat(caught(sabotage, "replayGetsTheStoredBodyByteForByteThoughTheRevisionHasMovedOn"))
                .isTrue();
    }

    @Test
    void storeThatSkipsARevisionIsCaught() {
        String sabotage = "CREATE TRIGGER broken AFTER UPDATE OF revision ON cluster WHEN NEW.revision % 2 = 1"
                + " BEGIN UPDATE cluster SET revision = NEW.revision + 1; END";

        assertThat(caught(sabotage, "commitMovesTheRevisionByOneAndAnswersRevisionAndResult"))
                .isTrue();
    }

    @Test
    void storeThatDropsRefusedIntentsIsCaught() {
        String sabotage = "CREATE TRIGGER broken BEFORE UPDATE ON intent WHEN NEW.state = 'REFUSED'"
                + " BEGIN SELECT RAISE(IGNORE); END";

        assertThat(caught(sabotage, "ofTwoInOneBatchRestingOnOneRevisionTheFirstCommits"))
                .isTrue();
        assertThat(caught(sabotage, "guardIsAskedAgainUnderTheLock")).isTrue();
    }

    @Test
    void storeThatLosesEventsIsCaught() {
        String sabotage = "CREATE TRIGGER broken BEFORE INSERT ON event WHEN NEW.reason = 'b'"
                + " BEGIN SELECT RAISE(IGNORE); END";

        assertThat(caught(sabotage, "eventsAreNumberedInCommitOrderWithoutGapsAndCarryTheirRevision"))
                .isTrue();
    }

    /** Return whether a test of the contract fails over a store that is wrong in this way, and passes over a sound one. */
    private static boolean caught(String sabotage, String test) {
        return fails(new SabotagedPipelineTestCase(folder, sabotage), test)
                && !fails(new SabotagedPipelineTestCase(folder, "SELECT 1"), test);
    }

    private static boolean fails(PipelineContract contract, String test) {
        contract.open();
        try {
            PipelineContract.class.getDeclaredMethod(test).invoke(contract);
            return false;
        } catch (InvocationTargetException failure) {
            return true;
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        } finally {
            contract.close();
        }
    }
}
