package build.offload.kernel.transition;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.store.FaultPlan;
import build.offload.kernel.store.SqliteBackend;
import build.offload.kernel.store.Store;
import build.offload.kernel.store.StoreBackend;
import build.offload.kernel.world.World;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
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
        return fails(new Sabotaged(sabotage), test) && !fails(new Sabotaged("SELECT 1"), test);
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

    /** The contract over SQLite with one thing wrong in it. */
    private static final class Sabotaged extends PipelineContract {
        private final String sabotage;

        Sabotaged(String sabotage) {
            this.sabotage = sabotage;
        }

        @Override
        StoreBackend backend() {
            try {
                return new SabotagedBackend(new SqliteBackend(Files.createTempDirectory(folder, "store")), sabotage);
            } catch (IOException failed) {
                throw new IllegalStateException(failed);
            }
        }
    }

    private record SabotagedBackend(SqliteBackend sound, String sabotage) implements StoreBackend {
        @Override
        public Store open(World world, FaultPlan faults) {
            Store store = sound.open(world, faults);
            sound.tamper(sabotage);
            return store;
        }

        @Override
        public void tamper(String script) {
            sound.tamper(script);
        }
    }
}
