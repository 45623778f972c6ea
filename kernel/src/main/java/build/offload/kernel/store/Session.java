package build.offload.kernel.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One connection with its prepared statements; used by one thread at a time. */
final class Session implements AutoCloseable {

    private final Connection connection;
    private final Dialect dialect;
    private final Sql sql;

    Session(Connection connection, Dialect dialect, StoreHook hook, UnreadableRows unreadable) {
        this.connection = connection;
        this.dialect = dialect;
        this.sql = new Sql(connection, dialect, hook, unreadable);
    }

    /** Open a session that only reads. */
    static Session reader(Dialect dialect, StoreHook hook, UnreadableRows unreadable) {
        try {
            return new Session(dialect.openReader(), dialect, hook, unreadable);
        } catch (SQLException failed) {
            throw dialect.translate(failed, "opening a reader");
        }
    }

    /** Open the session that writes. */
    static Session writer(Dialect dialect, StoreHook hook, UnreadableRows unreadable) {
        try {
            return new Session(dialect.openWriter(), dialect, hook, unreadable);
        } catch (SQLException failed) {
            throw dialect.translate(failed, "opening the writer");
        }
    }

    Connection connection() {
        return connection;
    }

    Sql sql() {
        return sql;
    }

    /**
     * Begin to read on a session kept from before or, when that one's connection was lost meanwhile, on a new one.
     *
     * @throws StoreUnavailableException when the store cannot be read; the session is closed then
     */
    static Session reading(@Nullable Session kept, Dialect dialect, StoreHook hook, UnreadableRows unreadable) {
        dialect.verifyPlace();
        if (kept != null && kept.beginsRead(true)) {
            return kept;
        }
        Session fresh = reader(dialect, hook, unreadable);
        fresh.beginsRead(false);
        return fresh;
    }

    private boolean beginsRead(boolean maybeLost) {
        try {
            dialect.beginRead(connection);
            return true;
        } catch (SQLException failed) {
            close();
            if (maybeLost && dialect.connectionLost(failed)) {
                return false;
            }
            throw dialect.translate(failed, "beginning to read");
        }
    }

    /** Run a function over the one state of the read that was begun, and end the read. */
    <T> T read(Function<ReadTransaction, T> function) {
        try {
            sql.setOpen(true);
            try {
                return function.apply(new ReadTransaction(sql));
            } finally {
                sql.setOpen(false);
                dialect.rollback(connection);
            }
        } catch (SQLException failed) {
            throw dialect.translate(failed, "reading");
        }
    }

    @Override
    public void close() {
        sql.setOpen(false);
        try {
            connection.close();
        } catch (SQLException alreadyBroken) {
            // Nothing more can be done with it, and whatever it had begun is rolled back.
        }
    }
}
