package build.offload.conformance.product;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged product with its state in PostgreSQL. */
class SharedStoreTest {

    private static final String PASSWORD = "correct-horse-battery";

    @TempDir
    private static Path folder;

    private static EmbeddedPostgres server;

    @BeforeAll
    static void start() throws Exception {
        server = EmbeddedPostgres.builder().setServerConfig("fsync", "on").start();
        sql("CREATE ROLE builder LOGIN PASSWORD '" + PASSWORD + "'");
        sql("CREATE DATABASE offload OWNER builder");
    }

    @AfterAll
    static void stop() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    private static void sql(String statement) throws SQLException {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                var run = connection.createStatement()) {
            run.execute(statement);
        }
    }

    private static Product product(String name) throws IOException {
        Path place = Files.createDirectories(folder.resolve(name));
        Path secret = Files.createDirectories(place.resolve("config/offload")).resolve("store-password");
        Files.writeString(
                Files.createFile(
                        secret, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))),
                PASSWORD + "\n");
        return new Product(
                place,
                "[store]",
                "url = \"jdbc:postgresql://localhost:" + server.getPort() + "/offload\"",
                "user = \"builder\"",
                "password-file = \"store-password\"");
    }

    @Test
    @Tag("B55")
    void aBuildOutlivesItsControllerAndEveryConnectionToTheDatabase() throws Exception {
        try (Product product = product("shared");
                Gate gate = new Gate(Files.createDirectories(folder.resolve("gate")))) {
            product.up();
            product.enrolThisMachine("here", 1);
            Project project = Project.in(folder.resolve("checkout"), product)
                    .file("readme", "")
                    .commit();
            ProductCommand build = product.begin(
                    project.root(),
                    "run",
                    "--output",
                    "made",
                    "--",
                    "sh",
                    "-c",
                    "echo first; " + gate.passage() + "echo x >made");
            build.awaitOutput("first");

            product.killController();
            product.up();
            sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'offload'");
            gate.letOnePass();

            Outcome outcome = build.await();
            assertThat(outcome.exit()).as(outcome.toString()).isZero();
            assertThat(project.root().resolve("made")).hasContent("x");
            assertThat(product.events("job-placed")).hasSize(1);
            assertThat(product.state().resolve("offload.db")).doesNotExist();
        }
        assertThat(filesWith(PASSWORD)).as("files that hold the password").hasSize(1);
    }

    private static List<Path> filesWith(String text) throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("shared"))) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> holds(file, text))
                    .toList();
        }
    }

    private static boolean holds(Path file, String text) {
        try {
            return new String(Files.readAllBytes(file), java.nio.charset.StandardCharsets.ISO_8859_1).contains(text);
        } catch (IOException unreadable) {
            throw new java.io.UncheckedIOException(unreadable);
        }
    }

    @Test
    void aConfigurationThatCannotBeReadDoesNotStartAnEmptyStoreInstead() throws Exception {
        try (Product product = product("broken")) {
            product.up();
            product.down();
            product.configure("[store", "url = ");

            Outcome outcome = product.offload("up", "--detach");

            assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(78);
            assertThat(outcome.toString()).contains("the configuration is broken");
            assertThat(product.state().resolve("offload.db")).doesNotExist();
        }
    }
}
