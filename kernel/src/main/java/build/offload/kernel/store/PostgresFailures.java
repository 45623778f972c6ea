package build.offload.kernel.store;

import java.sql.SQLException;

/** What PostgreSQL's error codes mean to a store. Codes are of five characters, the first two of them a class. */
final class PostgresFailures {

    private PostgresFailures() {}

    /** Return the exception that a failed statement means. */
    static RuntimeException translate(SQLException failure, String doing, String place) {
        String code = code(failure);
        return switch (classOf(code)) {
            case "23" -> new StoreConstraintException(failure.getMessage() + " in: " + doing, failure);
            case "22" -> new IllegalStateException(failure.getMessage() + " in: " + doing, failure);
            case "42" -> isAbsence(code) || code.equals("42501") ? unavailable(failure, place) : defect(failure, doing);
            default -> unavailable(failure, place);
        };
    }

    private static IllegalStateException defect(SQLException failure, String doing) {
        return new IllegalStateException(failure.getMessage() + " in: " + doing, failure);
    }

    private static StoreUnavailableException unavailable(SQLException failure, String place) {
        return new StoreUnavailableException(place + ": " + explained(code(failure), failure), failure);
    }

    private static String explained(String code, SQLException failure) {
        return switch (classOf(code)) {
            case "08", "57" ->
                "the database cannot be reached (" + failure.getMessage()
                        + "); it is tried again with the next request";
            case "28" ->
                "the database refused the login (" + failure.getMessage()
                        + "); check user and password-file in [store]";
            case "40" -> "another controller was faster; it is tried again";
            case "25" -> "the database cannot be written (" + failure.getMessage() + "); is it a standby?";
            case "XX" -> "the database is damaged (" + failure.getMessage() + "); restore it from a backup";
            default -> explainedByCode(code, failure);
        };
    }

    private static String explainedByCode(String code, SQLException failure) {
        return switch (code) {
            case "53100" ->
                "storage-full: the database's disk is full; free space there, and the next change works again";
            case "53300" -> "the database takes no more connections; raise max_connections, or close some";
            case "55P03" -> "another controller holds the store's lock; it is tried again";
            case "3D000" -> "the database does not exist; create it, or correct url in [store]";
            case "42501" -> "the user may not do that (" + failure.getMessage() + "); it must own the store's schema";
            case "42P01", "3F000" ->
                "a table of it is gone (" + failure.getMessage() + "); restore the database from a backup";
            default -> String.valueOf(failure.getMessage());
        };
    }

    /**
     * Return whether a failed commit did not happen for certain. A server that says it runs out of disk, or is told to
     * stop, may have written the commit before, and a connection that broke says nothing.
     */
    static boolean knownNotCommitted(SQLException failure) {
        String code = code(failure);
        return switch (classOf(code)) {
            case "23", "25" -> true;
            case "40" -> !code.equals("40003");
            default -> code.equals("55P03");
        };
    }

    /** Return whether a connection is of no more use, though the database may be. */
    static boolean connectionLost(SQLException failure) {
        String code = code(failure);
        return switch (classOf(code)) {
            case "08" -> true;
            default -> code.startsWith("57P") || code.equals("25P03");
        };
    }

    private static boolean isAbsence(String code) {
        return code.equals("42P01");
    }

    private static String classOf(String code) {
        return code.substring(0, Math.min(2, code.length()));
    }

    private static String code(SQLException failure) {
        String state = failure.getSQLState();
        return state == null ? "" : state;
    }
}
