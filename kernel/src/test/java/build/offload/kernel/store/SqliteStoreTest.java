package build.offload.kernel.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.kernel.store.Migrations.Script;
import build.offload.kernel.world.SimulatedWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.JDBC;

/** The contract on SQLite, and what is SQLite's alone. */
class SqliteStoreTest extends StoreContract {

    private final SimulatedWorld sim = SimulatedWorld.seeded(2);

    @TempDir
    Path folder;

    @Override
    StoreBackend backend() {
        return new SqliteBackend(folder);
    }

    private Path file() {
        return folder.resolve("own.db");
    }

    private SqliteDialect dialect() {
        return SqliteDialect.on(file(), StoreSettings.defaults());
    }

    @Test
    void everyConnectionIsDurableAndChecked() throws SQLException {
        try (Connection writer = dialect().openWriter()) {
            assertThat(pragmas(writer)).containsExactly("wal", "2", "1", "5000");
        }
    }

    @Test
    void connectionWhoseSettingsDidNotTakeIsRefused() throws SQLException {
        SqliteDialect dialect = dialect();
        try (Connection plain = JDBC.createConnection("jdbc:sqlite:" + file(), new Properties())) {
            limitPages(plain);
        }

        assertThatThrownBy(dialect::openReader)
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("journal_mode = delete instead of wal");
    }

    private static List<String> pragmas(Connection connection) throws SQLException {
        List<String> found = new ArrayList<>();
        for (String name : List.of("journal_mode", "synchronous", "foreign_keys", "busy_timeout")) {
            try (var statement = connection.createStatement();
                    var result = statement.executeQuery("PRAGMA " + name)) {
                result.next();
                found.add(result.getString(1));
            }
        }
        return found;
    }

    @Test
    void fileIsItsOwnersOnly() throws IOException {
        Store.open(file(), sim.world()).close();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
    }

    @Test
    void nameWithQuestionMarkAndBlankIsAFileLikeAnyOther() {
        Path odd = folder.resolve("a b?mode=memory#x%20.db");

        Store.open(odd, sim.world()).close();

        assertThat(odd).isRegularFile().isNotEmptyFile();
    }

    @Test
    void missingFolderIsNamed() {
        Path nowhere = folder.resolve("missing/own.db");

        assertThatThrownBy(() -> Store.open(nowhere, sim.world()))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining(nowhere.toString())
                .hasMessageContaining("folder exists");
    }

    @Test
    void fileThatIsNoDatabaseIsRefusedAndLeftAlone() throws IOException {
        Files.writeString(file(), "this is no database, and long enough to be looked at as one ".repeat(20));
        String before = Files.readString(file());

        assertThatThrownBy(() -> Store.open(file(), sim.world()))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("damaged");
        assertThat(Files.readString(file())).isEqualTo(before);
    }

    @Test
    @Tag("B51")
    void fileReplacedWhileInUseIsNotWrittenTo() throws IOException {
        try (Store store = Store.open(file(), sim.world())) {
            StoreWriter writer = store.writer();
            writer.begin();
            writer.rollback();
            Path copy = folder.resolve("copy.db");
            Files.copy(file(), copy);
            Files.move(copy, file(), StandardCopyOption.REPLACE_EXISTING);

            assertThatThrownBy(writer::begin)
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("deleted or replaced");
            assertThatThrownBy(() -> writer.read(tx -> tx.cluster().revision()))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("deleted or replaced");
            assertThatThrownBy(() -> store.read(tx -> tx.cluster().revision()))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("deleted or replaced");
        }
    }

    @Test
    void fileDeletedWhileInUseIsNotMadeAnew() throws IOException {
        try (Store store = Store.open(file(), sim.world())) {
            StoreWriter writer = store.writer();
            Files.delete(file());

            assertThatThrownBy(writer::begin).hasMessageContaining("deleted or replaced");
            assertThatThrownBy(() -> store.read(tx -> tx.cluster().revision()))
                    .isInstanceOf(StoreUnavailableException.class);
            assertThat(file()).doesNotExist();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"nfs", "nfs4", "cifs", "smb3", "9p", "fuse.sshfs", "ceph", "FUSE.GLUSTERFS"})
    void networkFileSystemIsRefused(String type) {
        assertThatThrownBy(() -> SqliteDialect.refuseNetwork(file(), type))
                .hasMessageContaining("network file system (" + type + ")");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ext4", "ext2/ext3", "xfs", "btrfs", "tmpfs", "overlay", "zfs", "fuse.fuse-overlayfs"})
    void localFileSystemIsTaken(String type) {
        SqliteDialect.refuseNetwork(file(), type);

        assertThat(NetworkFileSystems.includes(type)).isFalse();
    }

    @Test
    @Tag("B53")
    void fullDiskIsNamedAndNothingIsCommitted() throws SQLException {
        SqliteDialect dialect = dialect();
        Store.open(file(), sim.world()).close();
        try (Session session = Session.writer(dialect, StoreHook.NONE, new UnreadableRows())) {
            limitPages(session.connection());
            dialect.beginWrite(session.connection());
            session.sql().setOpen(true);
            ReplayRows replays = new WriteTransaction(session.sql()).replays();

            assertThatThrownBy(() -> replays.put(new Replay("k", "v", "f", new byte[1 << 20], 1, Instant.EPOCH)))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("storage-full");
        }
    }

    private static void limitPages(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("PRAGMA max_page_count = 60");
        }
    }

    @Test
    @Tag("B53")
    void longLogIsCutBackWhenNobodyReads() throws IOException {
        StoreSettings small = new StoreSettings(StoreSettings.defaults().busyTimeout(), 1, 50_000);
        try (Store store = Store.open(file(), small, sim.world())) {
            StoreWriter writer = store.writer();
            for (int i = 0; i < 20; i++) {
                writer.begin().replays().put(new Replay("k" + i, "v", "f", new byte[8000], 1, Instant.EPOCH));
                writer.commit();
            }
            Path log = Path.of(file() + "-wal");
            assertThat(Files.size(log)).isGreaterThan(50_000);

            writer.trim();

            assertThat(Files.size(log)).isLessThanOrEqualTo(50_000);
        }
    }

    @Test
    void eachMigrationIsAppliedOnceAndRecorded() throws SQLException {
        SqliteDialect dialect = dialect();
        try (Connection connection = dialect.openWriter()) {
            Migrations.of(dialect, scripts("CREATE TABLE a (x TEXT);")).apply(connection, Instant.EPOCH);
            Migrations.of(dialect, scripts("CREATE TABLE a (x TEXT);", "CREATE TABLE b (x TEXT);"))
                    .apply(connection, Instant.EPOCH);
            Migrations.of(dialect, scripts("CREATE TABLE a (x TEXT);", "CREATE TABLE b (x TEXT);"))
                    .apply(connection, Instant.EPOCH);

            assertThat(count(connection, "SELECT COUNT(*) FROM schema_version")).isEqualTo(2);
        }
    }

    @Test
    void failedMigrationLeavesNothingBehind() throws SQLException {
        SqliteDialect dialect = dialect();
        try (Connection connection = dialect.openWriter()) {
            Migrations broken = Migrations.of(dialect, scripts("CREATE TABLE a (x TEXT); CREATE TABLE a (x TEXT);"));

            assertThatThrownBy(() -> broken.apply(connection, Instant.EPOCH)).isInstanceOf(SQLException.class);

            assertThat(count(connection, "SELECT COUNT(*) FROM sqlite_master WHERE name = 'a'"))
                    .isZero();
            assertThat(count(connection, "SELECT COUNT(*) FROM schema_version")).isZero();
        }
    }

    @Test
    void newerSchemaIsRefusedByName() throws SQLException {
        SqliteDialect dialect = dialect();
        try (Connection connection = dialect.openWriter()) {
            Migrations.of(dialect, scripts("CREATE TABLE a (x TEXT);", "CREATE TABLE b (x TEXT);"))
                    .apply(connection, Instant.EPOCH);
            Migrations older = Migrations.of(dialect, scripts("CREATE TABLE a (x TEXT);"));

            assertThatThrownBy(() -> older.apply(connection, Instant.EPOCH))
                    .isInstanceOf(SchemaException.class)
                    .hasMessageContaining("newer version")
                    .hasMessageContaining("002-test")
                    .hasMessageContaining(file().toString());
        }
    }

    @Test
    void alteredMigrationIsRefusedByName() throws SQLException {
        SqliteDialect dialect = dialect();
        try (Connection connection = dialect.openWriter()) {
            Migrations.of(dialect, scripts("CREATE TABLE a (x TEXT);")).apply(connection, Instant.EPOCH);
            Migrations altered =
                    Migrations.of(dialect, scripts("CREATE TABLE a (y TEXT);", "CREATE TABLE b (x TEXT);"));

            assertThatThrownBy(() -> altered.apply(connection, Instant.EPOCH))
                    .isInstanceOf(SchemaException.class)
                    .hasMessageContaining("001-test");
            assertThat(count(connection, "SELECT COUNT(*) FROM sqlite_master WHERE name = 'b'"))
                    .isZero();
        }
    }

    private static List<Script> scripts(String... texts) {
        List<Script> scripts = new ArrayList<>();
        for (String text : texts) {
            scripts.add(new Script(String.format("%03d-test", scripts.size() + 1), text));
        }
        return scripts;
    }

    private static long count(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement();
                var result = statement.executeQuery(sql)) {
            result.next();
            return result.getLong(1);
        }
    }
}
