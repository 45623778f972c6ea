package build.offload.kernel.store;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.sqlite.JDBC;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import org.sqlite.SQLiteOpenMode;

/**
 * SQLite in a file: write-ahead log, every commit synced. The driver finds its native library by itself; where
 * {@code org.sqlite.lib.path} names a folder, it is loaded from there and nothing is unpacked.
 */
final class SqliteDialect implements Dialect {

    /** Failures after which SQLite has taken the transaction back, or still holds it for us to take back. */
    private static final Set<SQLiteErrorCode> COMMIT_REFUSED = Set.of(
            SQLiteErrorCode.SQLITE_BUSY,
            SQLiteErrorCode.SQLITE_LOCKED,
            SQLiteErrorCode.SQLITE_FULL,
            SQLiteErrorCode.SQLITE_READONLY,
            SQLiteErrorCode.SQLITE_CONSTRAINT);

    /** Failures that are a mistake in one statement and leave the transaction as it was. */
    private static final Set<SQLiteErrorCode> DEFECTS = Set.of(
            SQLiteErrorCode.SQLITE_ERROR,
            SQLiteErrorCode.SQLITE_MISMATCH,
            SQLiteErrorCode.SQLITE_MISUSE,
            SQLiteErrorCode.SQLITE_RANGE,
            SQLiteErrorCode.SQLITE_TOOBIG);

    /** How long a write may be held up by cutting back the log. */
    private static final Duration LONGEST_TRIM = Duration.ofMillis(200);

    private final Path file;
    private final StoreSettings settings;
    private final Object identity;
    private long waitedAt;

    private SqliteDialect(Path file, StoreSettings settings, Object identity) {
        this.file = file;
        this.settings = settings;
        this.identity = identity;
    }

    /** Return the dialect for a file, which is made when it is not there, readable by its owner only. */
    static SqliteDialect on(Path file, StoreSettings settings) {
        Path path = file.toAbsolutePath();
        try {
            try {
                Files.createFile(
                        path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            } catch (FileAlreadyExistsException present) {
                // An existing store keeps the permissions it has.
            }
            refuseNetwork(path, Files.getFileStore(path).type());
            return new SqliteDialect(path, settings, identityOf(path));
        } catch (IOException failed) {
            throw new StoreUnavailableException(
                    "store " + path + " cannot be opened: " + failed + "; check that its folder exists and is writable",
                    failed);
        }
    }

    /** Refuse a place where the write-ahead log could be damaged. */
    static void refuseNetwork(Path path, String type) {
        if (NetworkFileSystems.includes(type)) {
            throw new StoreUnavailableException("store " + path + " lies on a network file system (" + type
                    + "), where SQLite's write-ahead log is not safe; put the state folder on a local disk");
        }
    }

    private static Object identityOf(Path path) throws IOException {
        return Objects.requireNonNull(
                Files.readAttributes(path, BasicFileAttributes.class).fileKey(), "Linux gives every file a key");
    }

    @Override
    public String name() {
        return "sqlite";
    }

    @Override
    public String place() {
        return "store " + file;
    }

    @Override
    public Connection openWriter() throws SQLException {
        SQLiteConfig config = config();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        Connection connection = connect(config);
        return proven(
                connection,
                List.of(
                        new Setting("journal_mode", "wal"),
                        new Setting("synchronous", "2"),
                        new Setting("foreign_keys", "1"),
                        new Setting("recursive_triggers", "1"),
                        new Setting(
                                "busy_timeout",
                                Long.toString(settings.busyTimeout().toMillis()))));
    }

    @Override
    public Connection openReader() throws SQLException {
        SQLiteConfig config = config();
        Connection connection = connect(config);
        execute(connection, "PRAGMA query_only = ON");
        return proven(
                connection,
                List.of(
                        new Setting("journal_mode", "wal"),
                        new Setting("query_only", "1"),
                        new Setting(
                                "busy_timeout",
                                Long.toString(settings.busyTimeout().toMillis()))));
    }

    private SQLiteConfig config() {
        SQLiteConfig config = new SQLiteConfig();
        config.resetOpenMode(SQLiteOpenMode.CREATE);
        config.setOpenMode(SQLiteOpenMode.OPEN_URI);
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        // What a savepoint would take back is otherwise written to a temporary file, made anew for each transaction.
        config.setTempStore(SQLiteConfig.TempStore.MEMORY);
        config.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
        config.enforceForeignKeys(true);
        config.enableRecursiveTriggers(true);
        config.setGetGeneratedKeys(false);
        config.setBusyTimeout((int) settings.busyTimeout().toMillis());
        config.setJournalSizeLimit((int) Math.min(settings.logLimitBytes(), Integer.MAX_VALUE));
        return config;
    }

    /** The file's URI, because a bare path with a question mark in it would be cut there. */
    private Connection connect(SQLiteConfig config) throws SQLException {
        return JDBC.createConnection("jdbc:sqlite:" + file.toUri(), config.toProperties());
    }

    private Connection proven(Connection connection, List<Setting> expected) throws SQLException {
        try {
            for (Setting setting : expected) {
                String found = pragma(connection, setting.name());
                if (!found.equalsIgnoreCase(setting.value())) {
                    throw new StoreUnavailableException(place() + " runs with " + setting.name() + " = " + found
                            + " instead of " + setting.value() + "; durability is not given, so it is not used");
                }
            }
            return connection;
        } catch (SQLException | RuntimeException refused) {
            connection.close();
            throw refused;
        }
    }

    private static String pragma(Connection connection, String name) throws SQLException {
        try (Statement statement = connection.createStatement();
                var result = statement.executeQuery("PRAGMA " + name)) {
            return result.next() ? String.valueOf(result.getString(1)) : "";
        }
    }

    @Override
    public void beginWrite(Connection connection) throws SQLException {
        execute(connection, "BEGIN IMMEDIATE");
    }

    @Override
    public void beginRead(Connection connection) throws SQLException {
        execute(connection, "BEGIN DEFERRED");
    }

    @Override
    public void commit(Connection connection) throws SQLException {
        execute(connection, "COMMIT");
    }

    @Override
    public void rollback(Connection connection) throws SQLException {
        execute(connection, "ROLLBACK");
    }

    @Override
    public void runScript(Connection connection, String script) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(script);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /**
     * A failed write or sync of the log is not among these: the commit's frames may have reached the disk, and a restart
     * would take them for committed.
     */
    @Override
    public boolean knownNotCommitted(SQLException failure) {
        return COMMIT_REFUSED.contains(code(failure));
    }

    /** There is no connection to lose; what breaks is the file. */
    @Override
    public boolean connectionLost(SQLException failure) {
        return false;
    }

    @Override
    public Optional<String> clock() {
        return Optional.empty();
    }

    @Override
    public void verifyPlace() {
        try {
            if (identityOf(file).equals(identity)) {
                return;
            }
        } catch (IOException gone) {
            throw replaced(gone);
        }
        throw replaced(null);
    }

    private StoreUnavailableException replaced(@org.jspecify.annotations.Nullable IOException cause) {
        String message = place() + " was deleted or replaced while it was in use; nothing is written any more."
                + " Stop the controller, put the right file back, and start it again";
        return cause == null ? new StoreUnavailableException(message) : new StoreUnavailableException(message, cause);
    }

    /**
     * Readers are waited for, briefly, only when the log is twice as long as it should be: until then a moment without any
     * is likely, and beyond that readers that overlap without end would keep it growing for ever. Where that was of no use,
     * because somebody holds one state, it is done again once the log has grown by some more.
     */
    @Override
    public void trim(Connection connection) {
        try {
            long limit = settings.logLimitBytes();
            long size = Files.size(Path.of(file + "-wal"));
            if (size > limit) {
                boolean waits = size > Math.max(2 * limit, waitedAt + limit / 4);
                checkpoint(connection, waits ? LONGEST_TRIM : Duration.ZERO);
                long left = Files.size(Path.of(file + "-wal"));
                waitedAt = left <= limit ? 0 : waits ? left : waitedAt;
            }
        } catch (IOException | SQLException noLogOrBusy) {
            // Best effort: a log that stays long costs space and nothing else.
        }
    }

    private void checkpoint(Connection connection, Duration patience) throws SQLException {
        execute(connection, "PRAGMA busy_timeout = " + patience.toMillis());
        try {
            execute(connection, "PRAGMA wal_checkpoint(TRUNCATE)");
        } finally {
            execute(
                    connection,
                    "PRAGMA busy_timeout = " + settings.busyTimeout().toMillis());
        }
    }

    @Override
    public RuntimeException translate(SQLException failure, String doing) {
        SQLiteErrorCode code = code(failure);
        if (code == SQLiteErrorCode.SQLITE_CONSTRAINT) {
            return new StoreConstraintException(failure.getMessage() + " in: " + doing, failure);
        }
        if (DEFECTS.contains(code)) {
            return new IllegalStateException(failure.getMessage() + " in: " + doing, failure);
        }
        return new StoreUnavailableException(place() + ": " + explained(code, failure), failure);
    }

    private static String explained(SQLiteErrorCode code, SQLException failure) {
        return switch (code) {
            case SQLITE_FULL -> "storage-full: the disk is full; free space, and the next change works again";
            case SQLITE_BUSY -> "another process holds the store's lock; it is tried again";
            case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM ->
                "the file, or the log beside it, cannot be written; check the permissions of it and of its folder, and"
                        + " that the file system is not read-only";
            case SQLITE_CORRUPT, SQLITE_NOTADB ->
                "the file is damaged (" + failure.getMessage() + "); restore it from a backup";
            default -> String.valueOf(failure.getMessage());
        };
    }

    /** The primary code: the extended ones say more than is decided here. */
    private static SQLiteErrorCode code(SQLException failure) {
        return failure instanceof SQLiteException known
                ? SQLiteErrorCode.getErrorCode(known.getResultCode().code & 0xff)
                : SQLiteErrorCode.UNKNOWN_ERROR;
    }

    private record Setting(String name, String value) {}
}
