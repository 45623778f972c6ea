package build.offload.kernel.store;

import build.offload.kernel.world.World;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
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
}
