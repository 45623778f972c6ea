package build.offload.kernel.store;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Binds arguments, in the one form each type has in the store. */
final class Arguments {

    private Arguments() {}

    static void bind(PreparedStatement statement, int index, @Nullable Object value) throws SQLException {
        switch (value) {
            case null -> statement.setObject(index, null);
            case String text -> statement.setString(index, text);
            case Long number -> statement.setLong(index, number);
            case Integer number -> statement.setLong(index, number);
            case Double number -> statement.setDouble(index, number);
            case Boolean flag -> statement.setLong(index, flag ? 1 : 0);
            case byte[] bytes -> statement.setBytes(index, bytes);
            case Instant moment -> statement.setLong(index, moment.toEpochMilli());
            case Enum<?> constant -> statement.setString(index, constant.name());
            case Optional<?> optional -> bind(statement, index, optional.orElse(null));
            case OptionalInt number -> bind(statement, index, number.isPresent() ? number.getAsInt() : null);
            case OptionalLong number -> bind(statement, index, number.isPresent() ? number.getAsLong() : null);
            case OptionalDouble number -> bind(statement, index, number.isPresent() ? number.getAsDouble() : null);
            default ->
                throw new IllegalArgumentException(
                        "cannot be stored: a " + value.getClass().getName());
        }
    }
}
