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

    /** Create the backend for {@code store.db} in a folder. */
    public SqliteBackend(Path folder) {
        file = folder.resolve("store.db");
    }

    @Override
    public Store open(World world, FaultPlan faults) {
        faults.speak(WORDS);
        return Store.open(SqliteDialect.on(file, SETTINGS), SETTINGS, world, faults);
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
