package build.offload.kernel.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** What differs from database to database. Everything else is in the subset of SQL they share. */
interface Dialect {

    /** Return the database's name in migrations and messages. */
    String name();

    /** Return the store's place, for messages. */
    String place();

    /** Open a connection that may write, its settings proven. */
    Connection openWriter() throws SQLException;

    /** Open a connection that only reads, its settings proven. */
    Connection openReader() throws SQLException;

    /** Begin a transaction that holds the writer lock from the start, waiting for it within the busy timeout. */
    void beginWrite(Connection connection) throws SQLException;

    /** Begin a transaction that sees one state throughout. */
    void beginRead(Connection connection) throws SQLException;

    /** Commit. */
    void commit(Connection connection) throws SQLException;

    /** Roll back; also ends a read. */
    void rollback(Connection connection) throws SQLException;

    /** Return whether a failed commit is known not to have happened; when in doubt, false. */
    boolean knownNotCommitted(SQLException failure);

    /** Return whether a failure means that the connection is gone, so that another one may work. */
    boolean connectionLost(SQLException failure);

    /**
     * Return the query for the database's clock in milliseconds, which is the same for every controller; absent where
     * the database has no clock but that of this machine.
     */
    Optional<String> clock();

    /** Run a migration's text. */
    void runScript(Connection connection, String script) throws SQLException;

    /** Return the names of the migrations, in order; each dialect has its own text of every one. */
    default List<String> migrations() {
        return List.of(
                "001-core",
                "002-fleet-and-jobs",
                "003-history",
                "004-hosts",
                "005-fallback-lease",
                "006-locality",
                "007-kept-workspaces",
                "008-place-in-the-queue",
                "009-evidence");
    }

    /** Refuse when the store is no longer the one that was opened. */
    void verifyPlace();

    /** Cut back what the database keeps for its own ends, when it has grown. Best effort. */
    void trim(Connection connection);

    /** Return the exception that a failed statement means. */
    RuntimeException translate(SQLException failure, String doing);
}
