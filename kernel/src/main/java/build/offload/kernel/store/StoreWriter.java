package build.offload.kernel.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Function;

/**
 * The write side of a store: one connection, one transaction at a time, used by one thread at a time. It is for the
 * transition pipeline alone; everything else changes the store through a transition.
 *
 * <p>A connection on which something failed is given up, with whatever it had begun; the next transaction opens another.
 */
public final class StoreWriter implements AutoCloseable {

    private final Dialect dialect;
    private final StoreHook hook;
    private final UnreadableRows unreadable;
    private Optional<Session> writing = Optional.empty();
    private Optional<Session> reading = Optional.empty();
    private Optional<WriteTransaction> current = Optional.empty();

    StoreWriter(Dialect dialect, StoreHook hook, UnreadableRows unreadable) {
        this.dialect = dialect;
        this.hook = hook;
        this.unreadable = unreadable;
    }

    /** Write on a connection that is open already and has nothing begun; it is closed with this. */
    void take(Connection connection) {
        writing = Optional.of(new Session(connection, dialect, hook, unreadable));
    }

    /**
     * Run a function over one consistent state, on the calling thread.
     *
     * @throws StoreUnavailableException when the store cannot be read
     */
    public <T> T read(Function<ReadTransaction, T> function) {
        Session session = Session.reading(reading.orElse(null), dialect, hook, unreadable);
        reading = Optional.of(session);
        try {
            return session.read(function);
        } catch (StoreUnavailableException failed) {
            session.close();
            reading = Optional.empty();
            throw failed;
        }
    }

    /**
     * Begin a transaction; it holds the store's writer lock until it ends.
     *
     * @throws StoreUnavailableException when the store is locked, broken, or not the one that was opened
     */
    public WriteTransaction begin() {
        if (current.isPresent()) {
            throw new IllegalStateException("a transaction is running");
        }
        dialect.verifyPlace();
        Session session = begun(writing.isPresent());
        session.sql().setOpen(true);
        WriteTransaction transaction = new WriteTransaction(session.sql());
        current = Optional.of(transaction);
        return transaction;
    }

    /** Begin on the present session; when that one's connection was lost meanwhile, on a new one. */
    private Session begun(boolean maybeLost) {
        Session session = writing.orElseGet(() -> Session.writer(dialect, hook, unreadable));
        writing = Optional.of(session);
        try {
            hook.beforeBegin();
            dialect.beginWrite(session.connection());
            return session;
        } catch (SQLException failed) {
            discard();
            if (maybeLost && dialect.connectionLost(failed)) {
                return begun(false);
            }
            throw new StoreUnavailableException(reason(failed), failed);
        }
    }

    /** Return the running transaction. */
    public WriteTransaction current() {
        return current.orElseThrow(() -> new IllegalStateException("no transaction is running"));
    }

    /** Mark a point to which {@link #rollbackTo} returns. There is one such point at a time. */
    public void savepoint() {
        session().sql().update("SAVEPOINT step");
    }

    /** Take back what was done since the savepoint; it stays. */
    public void rollbackTo() {
        session().sql().update("ROLLBACK TO step");
    }

    /** Forget the savepoint and keep what was done since. */
    public void release() {
        session().sql().update("RELEASE step");
    }

    /** Commit, and say what is known of it. Never throws for what the database says. */
    public CommitResult commit() {
        Session session = session();
        session.sql().setOpen(false);
        try {
            hook.beforeCommit();
            dialect.commit(session.connection());
            hook.afterCommit();
            current = Optional.empty();
            return new CommitResult.Committed();
        } catch (SQLException failed) {
            discard();
            String reason = reason(failed);
            return dialect.knownNotCommitted(failed)
                    ? new CommitResult.NotCommitted(reason)
                    : new CommitResult.Unknown(reason);
        }
    }

    /** Take everything back; without a running transaction, nothing. */
    public void rollback() {
        if (current.isEmpty()) {
            return;
        }
        Session session = session();
        session.sql().setOpen(false);
        current = Optional.empty();
        try {
            dialect.rollback(session.connection());
        } catch (SQLException broken) {
            discard();
        }
    }

    /** Cut back the database's log when it has grown; best effort, outside of transactions. */
    public void trim() {
        writing.ifPresent(session -> dialect.trim(session.connection()));
    }

    @Override
    public void close() {
        discard();
        reading.ifPresent(Session::close);
        reading = Optional.empty();
    }

    private Session session() {
        current();
        return writing.orElseThrow();
    }

    private void discard() {
        current = Optional.empty();
        writing.ifPresent(Session::close);
        writing = Optional.empty();
    }

    private String reason(SQLException failed) {
        return String.valueOf(dialect.translate(failed, "a transaction").getMessage());
    }
}
