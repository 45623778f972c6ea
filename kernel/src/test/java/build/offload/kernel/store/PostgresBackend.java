package build.offload.kernel.store;

import build.offload.kernel.world.World;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/** A schema of its own in a real PostgreSQL, which all tests of this JVM share and which ends with it. */
public final class PostgresBackend implements StoreBackend {

    static final FaultPlan.Words WORDS = new FaultPlan.Words() {
        @Override
        public SQLException busy() {
            return new SQLException("canceling statement due to lock timeout", "55P03");
        }

        @Override
        public SQLException full() {
            return new SQLException("could not extend file: No space left on device", "53100");
        }
    };

    private static final StoreSettings SETTINGS = new StoreSettings(Duration.ofSeconds(5), 2, 64L << 20);

    private final String url;

    PostgresBackend(String url) {
        this.url = url;
    }

    /** Make an empty schema. */
    public static PostgresBackend fresh() {
        String schema = "s" + UUID.randomUUID().toString().replace("-", "");
        String database = Shared.SERVER.getJdbcUrl("postgres", "postgres");
        run(database, "CREATE SCHEMA " + schema);
        return new PostgresBackend(database + "&currentSchema=" + schema);
    }

    /** Make an empty database, which can be closed apart from the others. */
    public static PostgresBackend freshDatabase() {
        String name = "d" + UUID.randomUUID().toString().replace("-", "");
        run(Shared.SERVER.getJdbcUrl("postgres", "postgres"), "CREATE DATABASE " + name);
        return new PostgresBackend(Shared.SERVER.getJdbcUrl("postgres", name));
    }

    /** Cut every connection to this database and let nobody in. */
    public void close() {
        String name = name();
        run(
                Shared.SERVER.getJdbcUrl("postgres", "postgres"),
                "ALTER DATABASE " + name + " ALLOW_CONNECTIONS false; SELECT pg_terminate_backend(pid, 10000) FROM"
                        + " pg_stat_activity WHERE datname = '" + name + "'");
    }

    /** Let everybody in again. */
    public void openAgain() {
        run(Shared.SERVER.getJdbcUrl("postgres", "postgres"), "ALTER DATABASE " + name() + " ALLOW_CONNECTIONS true");
    }

    private String name() {
        return url.replaceFirst(".*/", "").replaceFirst("\\?.*", "");
    }

    /** Kill one of the server's processes, upon which it takes all of them down and recovers from its log. */
    public void crash() throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                var statement = connection.createStatement();
                var result = statement.executeQuery("SELECT pg_backend_pid()")) {
            result.next();
            ProcessHandle.of(result.getLong(1)).orElseThrow().destroyForcibly();
        }
    }

    /** Return the store's URL, which needs no password. */
    @Override
    public String address() {
        return url;
    }

    /** Return the store's server, as a configuration names it. */
    public PostgresServer server() {
        return server(url);
    }

    static PostgresServer server(String url) {
        return new PostgresServer(driver(), url, Optional.empty(), Optional.empty());
    }

    static Driver driver() {
        try {
            return DriverManager.getDriver("jdbc:postgresql:");
        } catch (SQLException missing) {
            throw new IllegalStateException(missing);
        }
    }

    PostgresDialect dialect() {
        return new PostgresDialect(server(), SETTINGS);
    }

    @Override
    public Store open(World world, FaultPlan faults) {
        faults.speak(WORDS);
        return Store.open(dialect(), SETTINGS, world, faults);
    }

    @Override
    public void tamper(String script) {
        run(url, script);
    }

    private static void run(String url, String script) {
        try (Connection connection = DriverManager.getConnection(url);
                var statement = connection.createStatement()) {
            statement.execute(script);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** Started with the first test that needs it. */
    private static final class Shared {

        private static final Path MEMORY = Path.of("/dev/shm");

        static final EmbeddedPostgres SERVER = start();

        private static boolean hasRoom(Path folder) throws IOException {
            return Files.isWritable(folder) && Files.getFileStore(folder).getUsableSpace() > 1L << 30;
        }

        private static EmbeddedPostgres start() {
            try {
                EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                        .setServerConfig("fsync", "on")
                        .setServerConfig("full_page_writes", "on")
                        .setServerConfig("max_wal_size", "128MB");
                if (hasRoom(MEMORY)) {
                    // The waiting for a disk is not what the contracts are about.
                    builder.setDataDirectory(Files.createTempDirectory(MEMORY, "offload-postgres-"));
                }
                return builder.start();
            } catch (IOException failed) {
                throw new UncheckedIOException("PostgreSQL does not start", failed);
            }
        }
    }
}
