package build.offload.kernel.store;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Makes a store fail at chosen points; each fault happens as often as was asked for and then no more. */
public final class FaultPlan implements StoreHook {

    /** Where a database can fail. */
    public enum Point {
        BEGIN,
        STATEMENT,
        /** The commit is refused, and known to be. */
        COMMIT_REFUSED,
        /** The connection is lost before the commit reaches the database. */
        COMMIT_LOST,
        /** The commit is done, and the connection lost before that is said. */
        ACKNOWLEDGEMENT_LOST
    }

    /** The controller dies here: nothing that follows is run. */
    public static final class Crash extends Error {
        private static final long serialVersionUID = 1L;

        /** Create a crash at a place. */
        public Crash(String where) {
            super(where);
        }
    }

    /** How a database says that it fails. */
    public interface Words {
        /** Return what is said when another holds the lock. */
        SQLException busy();

        /** Return what is said when the disk is full. */
        SQLException full();
    }

    private final List<Fault> faults = new ArrayList<>();
    private final List<String> statements = new ArrayList<>();
    private int calls;
    private int crashAt = -1;
    private Words words = SqliteBackend.WORDS;

    /** Fail in the words of one database from now on. */
    synchronized void speak(Words database) {
        words = database;
    }

    /** Fail at a point of transactions in which a statement contains the fragment; with an empty one, at the next. */
    public synchronized void fail(Point point, String fragment, int times) {
        faults.add(new Fault(point, fragment, times, 0));
    }

    /** Fail at a point, once it was passed so often. */
    public synchronized void failAfter(Point point, int passes, int times) {
        faults.add(new Fault(point, "", times + passes, passes));
    }

    /** Fail no more. */
    public synchronized void heal() {
        faults.clear();
        crashAt = -1;
    }

    /** Die at the n-th call from now, counted from 0. */
    public synchronized void crashAt(int call) {
        calls = 0;
        crashAt = call;
    }

    /** Return how many points were passed since {@link #crashAt}. */
    public synchronized int calls() {
        return calls;
    }

    @Override
    public synchronized void beforeBegin() throws SQLException {
        statements.clear();
        pass("begin");
        failIfDue(Point.BEGIN, words.busy());
    }

    @Override
    public synchronized void beforeStatement(String sql) throws SQLException {
        statements.add(sql);
        pass(sql);
        for (Fault fault : faults) {
            if (fault.point == Point.STATEMENT && sql.contains(fault.fragment) && fault.spend()) {
                throw words.full();
            }
        }
    }

    @Override
    public synchronized void beforeCommit() throws SQLException {
        pass("commit");
        failIfDue(Point.COMMIT_REFUSED, words.busy());
        failIfDue(Point.COMMIT_LOST, new SQLException("connection lost"));
    }

    @Override
    public synchronized void afterCommit() throws SQLException {
        pass("acknowledgement");
        failIfDue(Point.ACKNOWLEDGEMENT_LOST, new SQLException("connection lost"));
    }

    private void failIfDue(Point point, SQLException failure) throws SQLException {
        for (Fault fault : faults) {
            if (fault.point == point && inTransaction(fault.fragment) && fault.spend()) {
                throw failure;
            }
        }
    }

    private boolean inTransaction(String fragment) {
        return fragment.isEmpty() || statements.stream().anyMatch(sql -> sql.contains(fragment));
    }

    private void pass(String where) {
        if (calls++ == crashAt) {
            throw new Crash(where);
        }
    }

    private static final class Fault {
        private final Point point;
        private final String fragment;
        private int left;
        private int passes;

        private Fault(Point point, String fragment, int left, int passes) {
            this.point = point;
            this.fragment = fragment;
            this.left = left;
            this.passes = passes;
        }

        private boolean spend() {
            return left-- > 0 && passes-- <= 0;
        }
    }
}
