package build.offload.kernel.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Function;

/** One connection with its prepared statements; used by one thread at a time. */
final class Session implements AutoCloseable {

    private final Connection connection;
    private final Dialect dialect;
    private final Sql sql;

    Session(Connection connection, Dialect dialect, StoreHook hook) {
        this.connection = connection;
        this.dialect = dialect;
        this.sql = new Sql(connection, dialect, hook);
    }

    /** Open a session that only reads. */
    static Session reader(Dialect dialect, StoreHook hook) {
        try {
            return new Session(dialect.openReader(), dialect, hook);
        } catch (SQLException failed) {
            throw dialect.translate(failed, "opening a reader");
        }
    }

    /** Open the session that writes. */
    static Session writer(Dialect dialect, StoreHook hook) {
        try {
            return new Session(dialect.openWriter(), dialect, hook);
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

    /** Run a function over one consistent state. */
    <T> T read(Function<ReadTransaction, T> function) {
        try {
            dialect.beginRead(connection);
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
