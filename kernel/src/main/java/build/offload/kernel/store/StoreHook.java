package build.offload.kernel.store;

import java.sql.SQLException;

/** Called at the points where a database can fail, so that tests can make it fail there. */
interface StoreHook {

    /** Does nothing anywhere. */
    StoreHook NONE = new StoreHook() {};

    /** Called before the write connection begins a transaction. */
    default void beforeBegin() throws SQLException {}

    /** Called before each statement of either side. */
    default void beforeStatement(String sql) throws SQLException {}

    /** Called before a commit; what failing here means is the dialect's to say. */
    default void beforeCommit() throws SQLException {}

    /** Called after a commit; failing here means its acknowledgement was lost. */
    default void afterCommit() throws SQLException {}
}
