package build.offload.kernel.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The present row of a result, by column name. A column that must not be null fails loudly when it is. */
public final class Row {

    private final ResultSet result;
    private final Map<String, Integer> columns;

    Row(ResultSet result, Map<String, Integer> columns) {
        this.result = result;
        this.columns = columns;
    }

    /** Return a text. */
    public String text(String column) throws SQLException {
        return present(column, result.getString(place(column)));
    }

    /** Return a text that may be null. */
    public Optional<String> optionalText(String column) throws SQLException {
        return Optional.ofNullable(result.getString(place(column)));
    }

    /** Return an integer. */
    public long number(String column) throws SQLException {
        return optionalNumber(column).orElseThrow(() -> missing(column));
    }

    /** Return an integer that may be null. */
    public OptionalLong optionalNumber(String column) throws SQLException {
        long value = result.getLong(place(column));
        return result.wasNull() ? OptionalLong.empty() : OptionalLong.of(value);
    }

    /** Return a floating-point number. */
    public double real(String column) throws SQLException {
        return optionalReal(column).orElseThrow(() -> missing(column));
    }

    /** Return a floating-point number that may be null. */
    public OptionalDouble optionalReal(String column) throws SQLException {
        double value = result.getDouble(place(column));
        return result.wasNull() ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** Return a truth value, stored as 0 or 1. */
    public boolean bool(String column) throws SQLException {
        return number(column) != 0;
    }

    /** Return a moment, stored as milliseconds since the epoch. */
    public Instant instant(String column) throws SQLException {
        return Instant.ofEpochMilli(number(column));
    }

    /** Return a moment that may be null. */
    public Optional<Instant> optionalInstant(String column) throws SQLException {
        OptionalLong millis = optionalNumber(column);
        return millis.isPresent() ? Optional.of(Instant.ofEpochMilli(millis.getAsLong())) : Optional.empty();
    }

    /** Return bytes. */
    public byte[] bytes(String column) throws SQLException {
        return present(column, result.getBytes(place(column)));
    }

    /**
     * Return what a mapper makes of this row.
     *
     * @param what the kind of thing it is about, and {@code keys} the columns that name it
     * @throws UnreadableRowException when it holds what the mapper cannot take
     */
    <T> T as(String what, RowMapper<T> mapper, String... keys) throws SQLException {
        try {
            return mapper.map(this);
        } catch (RuntimeException damaged) {
            List<String> name = new ArrayList<>();
            for (String key : keys) {
                name.add(optionalText(key).orElse("?"));
            }
            throw new UnreadableRowException(what + " " + String.join(".", name), damaged);
        }
    }

    private int place(String column) {
        Integer place = columns.get(column);
        if (place == null) {
            throw new IllegalStateException("the query has no column " + column);
        }
        return place;
    }

    private static <T> T present(String column, @Nullable T value) {
        if (value == null) {
            throw missing(column);
        }
        return value;
    }

    private static IllegalStateException missing(String column) {
        return new IllegalStateException("column " + column + " is null");
    }
}
