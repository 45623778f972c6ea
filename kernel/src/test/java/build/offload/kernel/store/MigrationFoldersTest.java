package build.offload.kernel.store;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.world.SimulatedWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Both databases have the same schema, said in their own words. */
class MigrationFoldersTest {

    private static final Path SOURCE = Path.of("src/main/resources/build/offload/kernel/store/migrations");

    @TempDir
    Path folder;

    private final PostgresBackend postgres = PostgresBackend.fresh();

    @BeforeEach
    void migrate() {
        SimulatedWorld sim = SimulatedWorld.seeded(3);
        new SqliteBackend(folder).open(sim.world(), new FaultPlan()).close();
        postgres.open(sim.world(), new FaultPlan()).close();
    }

    @Test
    void everyMigrationIsThereForBothAndApplied() throws IOException {
        assertThat(names("postgres")).isEqualTo(names("sqlite")).isEqualTo(sqlite().migrations());
    }

    private static List<String> names(String dialect) throws IOException {
        try (Stream<Path> files = Files.list(SOURCE.resolve(dialect))) {
            return files.map(file -> file.getFileName().toString().replace(".sql", ""))
                    .sorted()
                    .toList();
        }
    }

    private SqliteDialect sqlite() {
        return SqliteDialect.on(folder.resolve("store.db"), StoreSettings.defaults());
    }

    @Test
    void tablesColumnsAndWhatMayBeMissingAreTheSame() throws SQLException {
        Set<String> inSqlite = rows(
                sqlite().openReader(),
                "SELECT m.name || '.' || c.name || CASE WHEN c.\"notnull\" = 1 OR c.pk > 0 THEN ' required' ELSE '' END"
                        + " FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'");
        Set<String> inPostgres = rows(
                postgres.dialect().openReader(),
                "SELECT table_name || '.' || column_name || CASE WHEN is_nullable = 'NO' THEN ' required' ELSE '' END"
                        + " FROM information_schema.columns WHERE table_schema = current_schema()");

        assertThat(inPostgres).isEqualTo(inSqlite).hasSizeGreaterThan(100);
    }

    @Test
    void indexesAreTheSame() throws SQLException {
        Set<String> inSqlite = rows(
                sqlite().openReader(),
                "SELECT tbl_name || '.' || name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL");
        Set<String> inPostgres = rows(
                postgres.dialect().openReader(),
                "SELECT tablename || '.' || indexname FROM pg_indexes WHERE schemaname = current_schema()"
                        + " AND indexname NOT LIKE '%\\_pkey' AND indexname NOT LIKE '%\\_key'");

        assertThat(inPostgres).isEqualTo(inSqlite).isNotEmpty();
    }

    private static Set<String> rows(Connection connection, String query) throws SQLException {
        Set<String> found = new TreeSet<>();
        try (connection;
                var statement = connection.createStatement();
                var result = statement.executeQuery(query)) {
            while (result.next()) {
                found.add(result.getString(1));
            }
        }
        return found;
    }
}
