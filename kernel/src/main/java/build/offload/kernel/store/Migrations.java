package build.offload.kernel.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Brings a store's schema up to date: numbered scripts, one transaction each, each recorded with the digest of its text.
 * A store that another version of the program has taken further, or whose recorded scripts differ from these, is refused
 * before anything is changed.
 */
final class Migrations {

    private static final String HISTORY = "CREATE TABLE IF NOT EXISTS schema_version"
            + " (version BIGINT PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at BIGINT NOT NULL)";

    private final Dialect dialect;
    private final List<Script> scripts;

    private Migrations(Dialect dialect, List<Script> scripts) {
        this.dialect = dialect;
        this.scripts = scripts;
    }

    /** Return the migrations that come with this program. */
    static Migrations of(Dialect dialect) {
        return new Migrations(
                dialect,
                dialect.migrations().stream().map(name -> load(dialect, name)).toList());
    }

    /** Return migrations of the given scripts, numbered in their order. */
    static Migrations of(Dialect dialect, List<Script> scripts) {
        return new Migrations(dialect, scripts);
    }

    /** Apply what is missing. Several processes may do this at once: each step looks again under the writer lock. */
    void apply(Connection connection, Instant now) throws SQLException {
        step(connection, () -> connection.createStatement().execute(HISTORY));
        List<Applied> recorded = recorded(connection);
        verify(recorded);
        for (int version = recorded.size() + 1; version <= scripts.size(); version++) {
            int next = version;
            step(connection, () -> applyOne(connection, next, now));
        }
    }

    private void applyOne(Connection connection, int version, Instant now) throws SQLException {
        List<Applied> recorded = recorded(connection);
        verify(recorded);
        if (recorded.size() >= version) {
            return;
        }
        Script script = scripts.get(version - 1);
        dialect.runScript(connection, script.text());
        try (var insert = connection.prepareStatement("INSERT INTO schema_version VALUES (?, ?, ?, ?)")) {
            insert.setLong(1, version);
            insert.setString(2, script.name());
            insert.setString(3, script.checksum());
            insert.setLong(4, now.toEpochMilli());
            insert.executeUpdate();
        }
    }

    private void verify(List<Applied> recorded) {
        if (recorded.size() > scripts.size()) {
            throw new SchemaException(dialect.place() + " was written by a newer version of offload: its schema is "
                    + recorded.getLast().name() + ", this version knows schemas up to "
                    + scripts.getLast().name() + "; run that version, or restore the backup made before it");
        }
        for (int i = 0; i < recorded.size(); i++) {
            verify(recorded.get(i), scripts.get(i));
        }
    }

    private void verify(Applied applied, Script script) {
        if (!applied.name().equals(script.name()) || !applied.checksum().equals(script.checksum())) {
            throw new SchemaException(
                    dialect.place() + " was made by a migration " + applied.name() + " that is not the " + script.name()
                            + " of this version; run the version that made it, or start with a new store");
        }
    }

    private List<Applied> recorded(Connection connection) throws SQLException {
        List<Applied> found = new ArrayList<>();
        try (var statement = connection.createStatement();
                var result = statement.executeQuery("SELECT name, checksum FROM schema_version ORDER BY version")) {
            while (result.next()) {
                found.add(new Applied(result.getString(1), result.getString(2)));
            }
        }
        return found;
    }

    private void step(Connection connection, Work work) throws SQLException {
        dialect.beginWrite(connection);
        try {
            work.run();
            dialect.commit(connection);
        } catch (SQLException | RuntimeException failed) {
            dialect.rollback(connection);
            throw failed;
        }
    }

    private static Script load(Dialect dialect, String name) {
        String resource = "migrations/" + dialect.name() + "/" + name + ".sql";
        try (InputStream in = Migrations.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("the program lacks its resource " + resource);
            }
            return new Script(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            throw new IllegalStateException("the program's resource " + resource + " cannot be read", unreadable);
        }
    }

    /** A migration's name and text. */
    record Script(String name, String text) {

        String checksum() {
            try {
                byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
                return HexFormat.of().formatHex(digest);
            } catch (NoSuchAlgorithmException impossible) {
                throw new IllegalStateException("every Java platform has SHA-256", impossible);
            }
        }
    }

    private record Applied(String name, String checksum) {}

    /** One step, inside a transaction. */
    private interface Work {
        void run() throws SQLException;
    }
}
