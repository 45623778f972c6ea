package build.offload.kernel.store;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.world.SimulatedWorld;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.HostName;
import build.offload.spi.model.JobId;
import build.offload.spi.model.MirrorId;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is asked again and again must not look at everything that ever was. */
class QueryPlanTest {

    private static final Instant NOW = Instant.EPOCH;
    private static final HostName HOST = new HostName("a");
    private static final JobId JOB = new JobId("0".repeat(64));

    private static final List<String> OF_WHAT_IS_OPEN =
            List.of("USING INDEX intent_open", "USING INDEX incident_one_open", "SCAN ticket");

    /** Every read of a table that grows with history. */
    private static final List<Function<ReadTransaction, ?>> READS = List.of(
            tx -> tx.events().lastSeq(),
            tx -> tx.events().lastSeqAt(7),
            tx -> tx.events().after(7, 10),
            tx -> tx.events().ofJob("job", 7, 10),
            tx -> tx.events().firstSeqAfter(7),
            tx -> tx.events().touchedAfter(7, "x"),
            tx -> tx.intents().find(7),
            tx -> tx.intents().after(7, 10),
            tx -> tx.intents().open(),
            tx -> tx.intents().lastId(),
            tx -> tx.replays().find("key", NOW),
            tx -> tx.incidents().open(),
            tx -> tx.incidents().open("kind", "subject"),
            tx -> tx.incidents().latest(10),
            tx -> tx.jobs().job(JOB),
            tx -> tx.jobs().jobsByPrefix("0", 10),
            tx -> tx.jobs().newest(10),
            tx -> tx.jobs().atHosts(),
            tx -> tx.jobs().awaited("controller"),
            tx -> tx.jobs().publishing(new MirrorId("0".repeat(64))),
            tx -> tx.jobs().finishedOnEnrolledHosts(10),
            tx -> tx.jobs().attempt(new AttemptId(JOB, 1)),
            tx -> tx.jobs().activeAttempts(),
            tx -> tx.jobs().activeAttempts(HOST),
            tx -> tx.jobs().unsweptAttempts(NOW, NOW, 10),
            tx -> tx.jobs().undecidedOn(HOST),
            tx -> tx.jobs().attemptsEndedSince(NOW),
            tx -> tx.jobs().outputStamps(JOB),
            tx -> tx.jobs().promotedInto(new MirrorId("0".repeat(64))),
            tx -> tx.jobs().staged(new AttemptId(JOB, 1)),
            tx -> tx.jobs().conflicts(JOB),
            tx -> tx.jobs().leftBy("controller", 10),
            tx -> tx.queue().nextSeq(),
            tx -> tx.queue().placedFrom(new AttemptId(JOB, 1)),
            tx -> tx.queue().failedOn(),
            tx -> tx.queue().holders(HOST),
            tx -> tx.queue().reservedHosts(JOB));

    @TempDir
    Path folder;

    @Test
    void nothingIsReadFromEndToEndOrSortedWhole() throws SQLException {
        SqliteDialect dialect = SqliteDialect.on(folder.resolve("own.db"), StoreSettings.defaults());
        List<String> found = new ArrayList<>();
        Set<String> statements = statements(dialect);
        try (Connection connection = dialect.openReader()) {
            for (String sql : statements) {
                plan(connection, sql).stream()
                        .filter(step -> isFull(step, sql))
                        .forEach(step -> found.add(step + " in: " + sql));
            }
        }
        assertThat(statements).hasSizeGreaterThanOrEqualTo(READS.size());
        assertThat(found).isEmpty();
    }

    private Set<String> statements(SqliteDialect dialect) {
        Set<String> statements = new LinkedHashSet<>();
        StoreHook listening = new StoreHook() {
            @Override
            public void beforeStatement(String sql) {
                statements.add(sql);
            }
        };
        try (Store store = Store.open(
                dialect, StoreSettings.defaults(), SimulatedWorld.seeded(1).world(), listening)) {
            READS.forEach(read -> store.read(read::apply));
        }
        return statements;
    }

    private static List<String> plan(Connection connection, String sql) throws SQLException {
        List<String> steps = new ArrayList<>();
        try (var statement = connection.prepareStatement("EXPLAIN QUERY PLAN " + sql);
                var result = statement.executeQuery()) {
            while (result.next()) {
                steps.add(result.getString("detail"));
            }
        }
        return steps;
    }

    /** A scan in the order that is asked for ends at the limit, and of what is open there is never much. */
    private static boolean isFull(String step, String sql) {
        if (OF_WHAT_IS_OPEN.stream().anyMatch(step::endsWith)) {
            return false;
        }
        boolean ordered = step.contains("USING INDEX") || !sql.contains(" WHERE ");
        return (step.startsWith("SCAN") && !(ordered && sql.contains(" LIMIT ")))
                || (step.contains("USE TEMP B-TREE FOR ORDER BY") && sql.contains(" LIMIT "));
    }
}
