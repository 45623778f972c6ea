package build.offload.kernel.store;

import java.sql.SQLException;

/** Makes a value of one row; must not run statements of its own. */
@FunctionalInterface
public interface RowMapper<T> {

    /** Return the row's value. */
    T map(Row row) throws SQLException;
}
