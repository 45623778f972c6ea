package build.offload.kernel.store;

import build.offload.kernel.world.World;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
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

    private PostgresBackend(String url) {
        this.url = url;
    }

    /** Make an empty schema. */
    public static PostgresBackend fresh() {
        String schema = "s" + UUID.randomUUID().toString().replace("-", "");
        String database = Shared.SERVER.getJdbcUrl("postgres", "postgres");
        run(database, "CREATE SCHEMA " + schema);
        return new PostgresBackend(database + "&currentSchema=" + schema);
    }

    /** Return the store's address, which needs no password. */
    public String url() {
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

        static final EmbeddedPostgres SERVER = start();

        private static EmbeddedPostgres start() {
            try {
                return EmbeddedPostgres.builder()
                        .setServerConfig("fsync", "on")
                        .setServerConfig("full_page_writes", "on")
                        .start();
            } catch (IOException failed) {
                throw new UncheckedIOException("PostgreSQL does not start", failed);
            }
        }
    }
}
