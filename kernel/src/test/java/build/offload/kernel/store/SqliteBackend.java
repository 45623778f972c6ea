package build.offload.kernel.store;

import build.offload.kernel.snapshot.FolderTree;
import build.offload.kernel.world.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.sqlite.JDBC;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** SQLite in a file of a folder. */
public final class SqliteBackend implements StoreBackend {

    private static final StoreSettings SETTINGS = new StoreSettings(Duration.ofSeconds(5), 2, 64L << 20);

    static final FaultPlan.Words WORDS = new FaultPlan.Words() {
        @Override
        public SQLException busy() {
            return new SQLiteException("database is locked", SQLiteErrorCode.SQLITE_BUSY);
        }

        @Override
        public SQLException full() {
            return new SQLiteException("database or disk is full", SQLiteErrorCode.SQLITE_FULL);
        }
    };

    private final Path file;
    private final StoreSettings settings;

    /** Create the backend for {@code store.db} in a folder. */
    public SqliteBackend(Path folder) {
        this(folder, SETTINGS);
    }

    private SqliteBackend(Path folder, StoreSettings settings) {
        file = folder.resolve("store.db");
        this.settings = settings;
    }

    /** Return the backend with a write-ahead log that is cut back above a size. */
    public static SqliteBackend withLogLimit(Path folder, long bytes) {
        return new SqliteBackend(folder, new StoreSettings(SETTINGS.busyTimeout(), SETTINGS.readers(), bytes));
    }

    /**
     * Return the backend with a store that has its schema already: a copy of one made once, unless it is there. For tests of
     * what uses a store, each of which would otherwise make the schema again.
     */
    public static SqliteBackend migrated(Path folder) {
        SqliteBackend backend = new SqliteBackend(folder);
        try {
            if (!Files.exists(backend.file)) {
                Files.write(backend.file, Migrated.STORE);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return backend;
    }

    @Override
    public Store open(World world, FaultPlan faults) {
        faults.speak(WORDS);
        return Store.open(SqliteDialect.on(file, settings), settings, world, faults);
    }

    @Override
    public String address() {
        return String.valueOf(file.getParent());
    }

    @Override
    public void tamper(String script) {
        try (Connection connection = JDBC.createConnection("jdbc:sqlite:" + file, new java.util.Properties());
                var statement = connection.createStatement()) {
            statement.executeUpdate(script);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** A store that was brought up to date and never used. */
    private static final class Migrated {

        private static final byte[] STORE = make();

        private static byte[] make() {
            try {
                Path folder = Files.createTempDirectory("offload-migrated-");
                try {
                    return make(folder.resolve("store.db"));
                } finally {
                    FolderTree.delete(folder);
                }
            } catch (IOException | SQLException failed) {
                throw new IllegalStateException(failed);
            }
        }

        private static byte[] make(Path file) throws IOException, SQLException {
            SqliteDialect dialect = SqliteDialect.on(file, SETTINGS);
            try (Connection connection = dialect.openWriter()) {
                Migrations.of(dialect).apply(connection, Instant.EPOCH);
            }
            return Files.readAllBytes(file);
        }
    }
}
