package build.offload.kernel.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/**
 * PostgreSQL, shared by any number of controllers. Nothing is kept in a database session: settings and the writer lock
 * begin and end with their transaction, so that a pooler may hand each transaction another session.
 */
final class PostgresDialect implements Dialect {

    /** What a writer that was stopped in mid-transaction, with its machine say, may cost everybody else. */
    private static final Duration ABANDONED_AFTER = Duration.ofSeconds(60);

    private static final Set<String> DURABLE = Set.of("on", "remote_apply");

    private static final String IDENTITY = "SELECT (SELECT system_identifier FROM pg_control_system()) || '.' ||"
            + " (SELECT oid FROM pg_database WHERE datname = current_database()) || '.' ||"
            + " to_regclass('cluster')::oid";

    private final PostgresServer server;
    private final String beginWrite;
    private final String beginRead;
    private final AtomicReference<Optional<String>> identity = new AtomicReference<>(Optional.empty());

    PostgresDialect(PostgresServer server, StoreSettings settings) {
        this.server = server;
        String abandoned = "; SET LOCAL idle_in_transaction_session_timeout = " + ABANDONED_AFTER.toMillis();
        // The lock is one per schema, so that two stores in one database do not wait for each other. After it was
        // waited for,
        // READ COMMITTED sees what its last holder wrote. Durability that was configured stronger stays so.
        beginWrite = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE" + abandoned
                + "; SET LOCAL lock_timeout = " + settings.busyTimeout().toMillis()
                + "; SELECT set_config('synchronous_commit', 'on', true)"
                + " WHERE current_setting('synchronous_commit') NOT IN ('on', 'remote_apply')"
                + "; SELECT pg_advisory_xact_lock(1869571695, current_schema()::regnamespace::oid::integer)";
        beginRead = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" + abandoned;
    }

    @Override
    public String name() {
        return "postgres";
    }

    @Override
    public String place() {
        return server.place();
    }

    @Override
    public Connection openWriter() throws SQLException {
        return proven(server.connect(), this::proveDurable);
    }

    @Override
    public Connection openReader() throws SQLException {
        return proven(server.connect(), this::proveIdentity);
    }

    private static Connection proven(Connection connection, Proof proof) throws SQLException {
        try {
            proof.on(connection);
            return connection;
        } catch (SQLException | RuntimeException refused) {
            connection.close();
            throw refused;
        }
    }

    private void proveDurable(Connection connection) throws SQLException {
        proveIdentity(connection);
        require(connection, "fsync", Set.of("on"));
        require(connection, "full_page_writes", Set.of("on"));
        require(connection, "server_encoding", Set.of("UTF8"));
        beginWrite(connection);
        require(connection, "synchronous_commit", DURABLE);
        rollback(connection);
    }

    private void require(Connection connection, String setting, Set<String> values) throws SQLException {
        String found = answer(connection, "SHOW " + setting).orElse("nothing");
        if (!values.contains(found)) {
            throw new StoreUnavailableException(place() + " runs with " + setting + " = " + found + " instead of "
                    + values.stream().sorted().findFirst().orElseThrow()
                    + "; what is stored there is not safe, so it is"
                    + " not used");
        }
    }

    /** Refuse a database that is another one than before: one restored or made anew has other numbers inside. */
    private void proveIdentity(Connection connection) throws SQLException {
        Optional<String> found = answer(connection, IDENTITY);
        Optional<String> expected = identity.updateAndGet(known -> known.isPresent() ? known : found);
        if (!found.equals(expected)) {
            throw new StoreUnavailableException(
                    place() + " was deleted or replaced while it was in use; nothing is written any more."
                            + " Put the right database back, and restart the controller");
        }
    }

    private static Optional<String> answer(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                var result = statement.executeQuery(query)) {
            return result.next() ? Optional.ofNullable(result.getString(1)) : Optional.empty();
        }
    }

    @Override
    public void beginWrite(Connection connection) throws SQLException {
        execute(connection, beginWrite);
    }

    /** The one state is that of the first statement after this. */
    @Override
    public void beginRead(Connection connection) throws SQLException {
        execute(connection, beginRead);
    }

    /** To the end of a transaction in which something failed, the server says yes and takes it back; so something is asked. */
    @Override
    public void commit(Connection connection) throws SQLException {
        execute(connection, "SELECT 1; COMMIT");
    }

    @Override
    public void rollback(Connection connection) throws SQLException {
        execute(connection, "ROLLBACK");
    }

    @Override
    public boolean knownNotCommitted(SQLException failure) {
        return PostgresFailures.knownNotCommitted(failure);
    }

    @Override
    public boolean connectionLost(SQLException failure) {
        return PostgresFailures.connectionLost(failure);
    }

    @Override
    public void runScript(Connection connection, String script) throws SQLException {
        execute(connection, script);
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public Optional<String> clock() {
        return Optional.of("SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)");
    }

    @Override
    public void verifyPlace() {
        // Each connection proves it when it is opened, and a database in use cannot be dropped.
    }

    @Override
    public void trim(Connection connection) {
        // The server looks after its log itself.
    }

    @Override
    public RuntimeException translate(SQLException failure, String doing) {
        return PostgresFailures.translate(failure, doing, place());
    }

    /** What has to hold of a connection before it is used. */
    private interface Proof {
        void on(Connection connection) throws SQLException;
    }
}
