package build.offload.kernel.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.kernel.world.SimulatedWorld;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The contract on PostgreSQL, and what is PostgreSQL's alone. */
class PostgresStoreTest extends StoreContract {

    private static final String END_OTHERS =
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE application_name = 'offload'";

    private final SimulatedWorld sim = SimulatedWorld.seeded(2);
    private PostgresBackend own = PostgresBackend.fresh();

    @Override
    StoreBackend backend() {
        return PostgresBackend.fresh();
    }

    @BeforeEach
    void makeOwn() {
        own = PostgresBackend.fresh();
    }

    private Store openOwn() {
        return own.open(sim.world(), new FaultPlan());
    }

    @Test
    @Tag("B55")
    void nothingStaysInTheSessionWhenATransactionIsOver() throws SQLException {
        PostgresDialect dialect = own.dialect();
        try (Connection writer = dialect.openWriter()) {
            String before = settings(writer);
            dialect.beginWrite(writer);
            assertThat(settings(writer)).isNotEqualTo(before).contains("lock_timeout=5s");
            assertThat(locks(writer)).isEqualTo("1");

            dialect.commit(writer);

            assertThat(settings(writer)).isEqualTo(before);
            assertThat(locks(writer)).isEqualTo("0");
            assertThat(value(writer, "SELECT COUNT(*) FROM pg_prepared_statements"))
                    .isEqualTo("0");
        }
    }

    private static String settings(Connection connection) throws SQLException {
        return value(
                connection,
                "SELECT string_agg(name || '=' || current_setting(name), ' ' ORDER BY name) FROM pg_settings"
                        + " WHERE name LIKE '%timeout' OR name LIKE 'transaction%' OR name = 'synchronous_commit'");
    }

    private static String locks(Connection connection) throws SQLException {
        return value(
                connection,
                "SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid() AND granted");
    }

    private static String value(Connection connection, String query) throws SQLException {
        try (var statement = connection.createStatement();
                var result = statement.executeQuery(query)) {
            result.next();
            return result.getString(1);
        }
    }

    @Test
    void commitsAreDurableWhateverTheSessionWasSetTo() throws SQLException {
        PostgresDialect dialect = dialect(own.address() + "&options=-c%20synchronous_commit%3Doff");
        try (Connection writer = dialect.openWriter()) {
            assertThat(value(writer, "SHOW synchronous_commit")).isEqualTo("off");

            dialect.beginWrite(writer);

            assertThat(value(writer, "SHOW synchronous_commit")).isEqualTo("on");
            dialect.rollback(writer);
        }
    }

    private static PostgresDialect dialect(String url) {
        return new PostgresDialect(PostgresBackend.server(url), StoreSettings.defaults());
    }

    @Test
    void serverThatDoesNotSyncIsRefused() throws IOException {
        try (EmbeddedPostgres careless =
                EmbeddedPostgres.builder().setServerConfig("fsync", "off").start()) {
            assertThatThrownBy(() ->
                            dialect(careless.getJdbcUrl("postgres", "postgres")).openWriter())
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("fsync = off instead of on");
        }
    }

    @Test
    void transactionInWhichAStatementFailedNeverCountsAsCommitted() {
        try (Store store = openOwn()) {
            StoreWriter writer = store.writer();
            WriteTransaction tx = writer.begin();
            tx.cluster().moveRevision();
            assertThatThrownBy(() -> tx.cluster().sql.update("UPDATE cluster SET revision = -1"))
                    .isInstanceOf(StoreConstraintException.class);

            assertThat(writer.commit()).isInstanceOf(CommitResult.NotCommitted.class);
            assertThat(store.<Object>read(read -> read.cluster().revision())).isEqualTo(0L);
        }
    }

    @Test
    @Tag("B55")
    void connectionsThatWereCutAreReplacedBeforeAnybodyNotices() {
        try (Store store = openOwn()) {
            StoreWriter writer = store.writer();
            assertThat(store.<Object>read(tx -> tx.cluster().revision())).isEqualTo(0L);
            assertThat(writer.<Object>read(tx -> tx.cluster().revision())).isEqualTo(0L);
            writer.begin();
            writer.rollback();

            own.tamper(END_OTHERS);

            assertThat(store.<Object>read(tx -> tx.cluster().revision())).isEqualTo(0L);
            assertThat(writer.<Object>read(tx -> tx.cluster().revision())).isEqualTo(0L);
            writer.begin().cluster().moveRevision();
            assertThat(writer.commit()).isEqualTo(new CommitResult.Committed());
        }
    }

    @Test
    void connectionCutInATransactionTakesItBack() {
        try (Store store = openOwn()) {
            StoreWriter writer = store.writer();
            WriteTransaction tx = writer.begin();
            tx.cluster().moveRevision();
            own.tamper(END_OTHERS);

            assertThatThrownBy(() -> tx.cluster().revision())
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("cannot be reached");
            writer.rollback();

            writer.begin().cluster().moveRevision();
            assertThat(writer.commit()).isEqualTo(new CommitResult.Committed());
            assertThat(store.<Object>read(read -> read.cluster().revision())).isEqualTo(1L);
        }
    }

    @Test
    void commitWhoseConnectionWasCutIsNotKnown() {
        try (Store store = openOwn()) {
            StoreWriter writer = store.writer();
            writer.begin().cluster().moveRevision();
            own.tamper(END_OTHERS);

            assertThat(writer.commit()).isInstanceOf(CommitResult.Unknown.class);
        }
    }

    @Test
    void databaseReplacedWhileInUseIsNeitherWrittenNorRead() {
        try (Store store = openOwn()) {
            StoreWriter writer = store.writer();
            store.read(tx -> tx.cluster().revision());
            own.tamper("ALTER TABLE cluster RENAME TO lost; CREATE TABLE cluster AS SELECT * FROM lost");
            own.tamper(END_OTHERS);

            assertThatThrownBy(writer::begin)
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("deleted or replaced");
            assertThatThrownBy(() -> store.read(tx -> tx.cluster().revision()))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("deleted or replaced");
        }
    }

    @Test
    void lockHeldElsewhereIsWaitedForAndThenGivenUpByName() {
        try (Store store = Store.open(impatient(), StoreSettings.defaults(), sim.world(), StoreHook.NONE);
                Store other = openOwn()) {
            other.writer().begin();

            StoreWriter writer = store.writer();
            assertThatThrownBy(writer::begin)
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("another controller holds the store's lock");
        }
    }

    private PostgresDialect impatient() {
        return new PostgresDialect(own.server(), new StoreSettings(Duration.ofMillis(100), 1, 1 << 20));
    }

    @Test
    void storesInTwoSchemasDoNotWaitForEachOther() {
        PostgresBackend neighbour = PostgresBackend.fresh();
        try (Store store = openOwn();
                Store other = neighbour.open(sim.world(), new FaultPlan())) {
            other.writer().begin();
            StoreWriter writer = store.writer();
            writer.begin().cluster().moveRevision();

            assertThat(writer.commit()).isEqualTo(new CommitResult.Committed());
        }
    }

    @Test
    void historyCannotBeEmptiedAtOnce() {
        openOwn().close();

        assertThat(List.of("event", "intent", "retention"))
                .allSatisfy(table -> assertThatThrownBy(() -> own.tamper("TRUNCATE " + table))
                        .isNotNull());
    }

    @Test
    void heartbeatsGoByTheDatabasesClock() {
        try (Store store = openOwn()) {
            StoreWriter writer = store.writer();
            WriteTransaction tx = writer.begin();
            tx.controllers().beginEpoch("c", sim.processes().self(), Instant.EPOCH);
            writer.commit();

            Instant beat = store.read(read -> read.controllers().find("c"))
                    .orElseThrow()
                    .heartbeatAt();

            assertThat(beat).isAfter(Instant.parse("2020-01-01T00:00:00Z"));
        }
    }

    @Test
    void passwordAndOptionsOfTheAddressAreInNoMessage() {
        PostgresServer server = new PostgresServer(
                PostgresBackend.driver(),
                "jdbc:postgresql://localhost:1/offload?password=hunter2",
                Optional.of("me"),
                Optional.of("hunter3"));

        assertThat(server.toString()).isEqualTo("store jdbc:postgresql://localhost:1/offload");
        assertThatThrownBy(() -> Store.open(server, sim.world()))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("cannot be reached")
                .hasMessageNotContaining("hunter");
    }

    @Test
    void addressOfAnotherDatabaseIsRefusedByName() {
        PostgresServer server =
                new PostgresServer(PostgresBackend.driver(), "jdbc:mysql://h/d", Optional.empty(), Optional.empty());

        assertThatThrownBy(() -> Store.open(server, sim.world())).hasMessageContaining("no address of PostgreSQL");
    }
}
