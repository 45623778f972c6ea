package build.offload.kernel.store;

import build.offload.kernel.world.World;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * The one place where state is durable. Any thread may read, virtual ones too: the database is spoken to on a few threads
 * of the store's own. The write side is handed out once.
 */
public final class Store implements AutoCloseable {

    private final Dialect dialect;
    private final StoreHook hook;
    private final ExecutorService readers;
    private final ConcurrentLinkedDeque<Session> idle = new ConcurrentLinkedDeque<>();
    private final ScopedValue<Boolean> reading = ScopedValue.newInstance();
    private final AtomicBoolean writerTaken = new AtomicBoolean();
    private final StoreWriter writer;
    private final UnreadableRows unreadable = new UnreadableRows();

    private Store(Dialect dialect, StoreSettings settings, World world, StoreHook hook) {
        this.dialect = dialect;
        this.hook = hook;
        this.readers = world.threads().pool("store-reader", settings.readers());
        this.writer = new StoreWriter(dialect, hook, unreadable);
    }

    /**
     * Open the SQLite store in a file, made when it is not there, and bring its schema up to date.
     *
     * @throws SchemaException when the store is of a newer version, or its schema was altered
     * @throws StoreUnavailableException when the file cannot be used safely; the message says why
     */
    public static Store open(Path databaseFile, World world) {
        return open(databaseFile, StoreSettings.defaults(), world);
    }

    /** Open the SQLite store in a file with settings; else as {@link #open(Path, World)}. */
    public static Store open(Path databaseFile, StoreSettings settings, World world) {
        return open(SqliteDialect.on(databaseFile, settings), settings, world, StoreHook.NONE);
    }

    /**
     * Open the store in a PostgreSQL database, which has to exist, and bring its schema up to date.
     *
     * @throws SchemaException when the store is of a newer version, or its schema was altered
     * @throws StoreUnavailableException when the database cannot be used safely; the message says why
     */
    public static Store open(PostgresServer server, World world) {
        StoreSettings settings = StoreSettings.defaults();
        return open(new PostgresDialect(server, settings), settings, world, StoreHook.NONE);
    }

    /** Open a store of any dialect, with faults put where a test wants them. */
    static Store open(Dialect dialect, StoreSettings settings, World world, StoreHook hook) {
        Store store = new Store(dialect, settings, world, hook);
        try {
            store.prepare(world);
            return store;
        } catch (RuntimeException refused) {
            store.close();
            throw refused;
        }
    }

    private void prepare(World world) {
        Session session = Session.writer(dialect, StoreHook.NONE, unreadable);
        try {
            Migrations.of(dialect).apply(session.connection(), world.wallClock().now());
            dialect.beginWrite(session.connection());
            session.sql().setOpen(true);
            new WriteTransaction(session.sql())
                    .cluster()
                    .create(world.wallClock().now());
            dialect.commit(session.connection());
            writer.take(session.connection());
        } catch (SQLException failed) {
            session.close();
            throw dialect.translate(failed, "bringing the schema up to date");
        } catch (RuntimeException refused) {
            session.close();
            throw refused;
        }
    }

    /**
     * Run a function over one consistent state and return its result. The function must not keep the transaction, nor read
     * the store again by another way.
     *
     * @throws StoreUnavailableException when the store cannot be read
     */
    public <T> T read(Function<ReadTransaction, T> function) {
        if (reading.isBound()) {
            throw new IllegalStateException("a read inside a read; use the transaction that is there");
        }
        try {
            return await(readers.submit(() -> onReader(function)));
        } catch (RejectedExecutionException closed) {
            throw new StoreUnavailableException(dialect.place() + " is closed", closed);
        }
    }

    private <T> T onReader(Function<ReadTransaction, T> function) throws Exception {
        Session session = Session.reading(idle.pollFirst(), dialect, hook, unreadable);
        try {
            Callable<T> read = () -> session.read(function);
            T result = ScopedValue.where(reading, true).call(read::call);
            idle.addFirst(session);
            return result;
        } catch (StoreUnavailableException broken) {
            session.close();
            throw broken;
        } catch (RuntimeException refused) {
            idle.addFirst(session);
            throw refused;
        }
    }

    private <T> T await(Future<T> result) {
        try {
            return result.get();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new StoreUnavailableException("interrupted while reading " + dialect.place(), interrupted);
        } catch (ExecutionException failed) {
            throw rethrown(failed);
        }
    }

    private static RuntimeException rethrown(ExecutionException failed) {
        return switch (failed.getCause()) {
            case RuntimeException known -> known;
            case Error error -> throw error;
            case null, default -> new IllegalStateException(failed);
        };
    }

    /** Return the rows that reads had to pass over. */
    public UnreadableRows unreadable() {
        return unreadable;
    }

    /** Return the write side. It is handed out once; a second call is a mistake. */
    public StoreWriter writer() {
        if (!writerTaken.compareAndSet(false, true)) {
            throw new IllegalStateException("the write side of " + dialect.place() + " has its user already");
        }
        return writer;
    }

    /** Wait for running reads, then close every connection. The user of the write side has stopped before. */
    @Override
    public void close() {
        readers.close();
        for (Session session = idle.pollFirst(); session != null; session = idle.pollFirst()) {
            session.close();
        }
        writer.close();
    }
}
