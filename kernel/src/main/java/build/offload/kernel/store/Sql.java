package build.offload.kernel.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Runs statements on one connection, each prepared once. Usable only inside the transaction it was handed out for, by the
 * thread that runs it.
 *
 * <p>Arguments may be a {@link String}, {@code long}, {@code int}, {@code double}, {@code boolean} (0 or 1),
 * {@code byte[]}, {@link java.time.Instant} (milliseconds), an enum (its name), or an optional of these (absent is null).
 */
public final class Sql {

    /** Statements are constants of the source, so this is far above their number; it stops a mistake from growing. */
    private static final int CACHE_LIMIT = 512;

    private final Connection connection;
    private final Dialect dialect;
    private final StoreHook hook;
    private final UnreadableRows unreadable;
    private final Map<String, Prepared> prepared = new HashMap<>();
    private boolean open;

    Sql(Connection connection, Dialect dialect, StoreHook hook, UnreadableRows unreadable) {
        this.connection = connection;
        this.dialect = dialect;
        this.hook = hook;
        this.unreadable = unreadable;
    }

    /** Say whether a transaction is running; outside of one every statement is refused. */
    void setOpen(boolean running) {
        open = running;
    }

    /** Return every row of a query, in order. */
    public <T> List<T> list(String sql, RowMapper<T> mapper, @Nullable Object... args) {
        return run(sql, args, prepared -> {
            try (ResultSet result = prepared.statement().executeQuery()) {
                Row row = new Row(result, prepared.columns(result));
                List<T> found = new ArrayList<>();
                while (result.next()) {
                    found.add(mapper.map(row));
                }
                return found;
            }
        });
    }

    /** Return every row of a query that can be read, in order; the others are taken down. */
    public <T> List<T> readable(String sql, RowMapper<T> mapper, @Nullable Object... args) {
        RowMapper<Optional<T>> careful = row -> {
            try {
                return Optional.of(mapper.map(row));
            } catch (UnreadableRowException damaged) {
                unreadable.add(damaged);
                return Optional.empty();
            }
        };
        return list(sql, careful, args).stream().flatMap(Optional::stream).toList();
    }

    /** Return the only row of a query; more than one is a mistake in the query. */
    public <T> Optional<T> one(String sql, RowMapper<T> mapper, @Nullable Object... args) {
        List<T> found = list(sql, mapper, args);
        if (found.size() > 1) {
            throw new IllegalStateException("more than one row for: " + sql);
        }
        return found.stream().findFirst();
    }

    /** Return the number in the first column of the first row; absent when there is no row or it is null. */
    public OptionalLong number(String sql, @Nullable Object... args) {
        return run(sql, args, prepared -> {
            try (ResultSet result = prepared.statement().executeQuery()) {
                if (!result.next()) {
                    return OptionalLong.empty();
                }
                long value = result.getLong(1);
                return result.wasNull() ? OptionalLong.empty() : OptionalLong.of(value);
            }
        });
    }

    /** Return the database's time, where it has one of its own; else the time given. */
    public Instant clock(Instant now) {
        return dialect.clock()
                .map(query -> Instant.ofEpochMilli(number(query).orElseThrow()))
                .orElse(now);
    }

    /** Run a statement that changes rows, and return how many it changed. */
    public int update(String sql, @Nullable Object... args) {
        return run(sql, args, prepared -> prepared.statement().executeUpdate());
    }

    private <T> T run(String sql, @Nullable Object[] args, Work<T> work) {
        if (!open) {
            throw new IllegalStateException("statement outside its transaction: " + sql);
        }
        try {
            hook.beforeStatement(sql);
            Prepared statement = prepare(sql);
            for (int i = 0; i < args.length; i++) {
                Arguments.bind(statement.statement(), i + 1, args[i]);
            }
            return work.on(statement);
        } catch (SQLException failed) {
            forget(sql);
            throw dialect.translate(failed, sql);
        }
    }

    /** A statement that failed may be unusable for good, also when what it failed of has passed; the next one is a new one. */
    private void forget(String sql) {
        Prepared failed = prepared.remove(sql);
        try {
            if (failed != null) {
                failed.statement().close();
            }
        } catch (SQLException alreadyBroken) {
            // There is nothing of it left to be closed.
        }
    }

    private Prepared prepare(String sql) throws SQLException {
        Prepared known = prepared.get(sql);
        if (known != null) {
            return known;
        }
        if (prepared.size() >= CACHE_LIMIT) {
            throw new IllegalStateException("too many different statements; build none from data: " + sql);
        }
        Prepared fresh = new Prepared(connection.prepareStatement(sql), new HashMap<>());
        prepared.put(sql, fresh);
        return fresh;
    }

    /** A prepared statement and the places of its columns, which are asked for once. */
    private record Prepared(PreparedStatement statement, Map<String, Integer> places) {

        Map<String, Integer> columns(ResultSet result) throws SQLException {
            if (places.isEmpty()) {
                ResultSetMetaData described = result.getMetaData();
                for (int i = 1; i <= described.getColumnCount(); i++) {
                    places.put(described.getColumnLabel(i), i);
                }
            }
            return places;
        }
    }

    /** What is done with a statement whose arguments are bound. */
    private interface Work<T> {
        T on(Prepared statement) throws SQLException;
    }
}
