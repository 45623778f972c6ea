package build.offload.conformance.product;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.conformance.wire.http.Answer;
import build.offload.conformance.wire.http.Call;
import build.offload.conformance.wire.http.Client;
import build.offload.distribution.client.Json;
import build.offload.distribution.client.RuntimeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.JDBC;

/** How long the status of a large cluster takes, asked for over HTTP as a dashboard does. */
@Tag("campaign")
class StatusSpeedCampaign {

    private static final int HOSTS = 1_000;
    private static final int TICKETS = 10_000;
    private static final int POLLS = 300;
    private static final int WARM_UP = 40;
    private static final int CHANGES = 20;
    private static final Duration UNCHANGED = Duration.ofMillis(2);
    private static final Duration CHANGED = Duration.ofMillis(30);

    @TempDir
    private Path folder;

    @Test
    @Timeout(600)
    void statusOfAThousandHostsAndTenThousandTicketsComesInTime() throws Exception {
        try (Product product = new Product(folder)) {
            product.compileAsForUsers();
            product.up();
            product.enrolThisMachine("here", 1);
            assertThat(product.offload("mode", "maintenance").exit()).isZero();
            Project project = Project.in(folder.resolve("project"), product)
                    .file("readme", "")
                    .commit();
            assertThat(product.offload(project.root(), "run", "--detach", "--output", "x", "--", "true")
                            .exit())
                    .isZero();
            product.down();
            multiply(product.state().resolve("offload.db"));
            product.up();

            Polls polls = poll(product.running().orElseThrow());

            System.out.println("GET /status with " + HOSTS + " hosts and " + TICKETS + " tickets, " + polls.bytes
                    + " bytes: unchanged " + Polls.told(polls.unchanged) + ", changed " + Polls.told(polls.changed));
            assertThat(Polls.median(polls.unchanged)).isLessThan(UNCHANGED);
            assertThat(Polls.median(polls.changed)).isLessThan(CHANGED);
            product.killController();
        }
    }

    private static final class Polls {
        private final List<Duration> unchanged = new ArrayList<>();
        private final List<Duration> changed = new ArrayList<>();
        private int bytes;

        static Duration median(List<Duration> times) {
            return times.stream().sorted().toList().get(times.size() / 2);
        }

        static String told(List<Duration> times) {
            List<Duration> sorted = times.stream().sorted().toList();
            return times.size() + " times, " + micros(sorted.getFirst()) + " to " + micros(sorted.getLast())
                    + ", median " + micros(median(times));
        }

        private static String micros(Duration time) {
            return time.toNanos() / 1000 + " µs";
        }
    }

    private static Polls poll(RuntimeFile server) throws IOException {
        Client client = Client.tcp(server.address(), Duration.ofSeconds(60));
        Call call = Call.of("GET", "/status")
                .with(
                        "Authorization",
                        "Bearer " + Files.readString(server.tokenFile()).strip());
        // A controller that has answered changed polls before, as any has that a dashboard looks at.
        poll(client, call, WARM_UP);
        return poll(client, call, CHANGES);
    }

    private static Polls poll(Client client, Call call, int changes) throws IOException {
        Polls polls = new Polls();
        String tag = "\"none\"";
        while (polls.unchanged.size() < POLLS || polls.changed.size() < changes) {
            long begun = System.nanoTime();
            Answer answer = client.send(call.with("If-None-Match", tag));
            Duration took = Duration.ofNanos(System.nanoTime() - begun);
            tag = answer.header("ETag").orElseThrow();
            if (answer.status() == 304) {
                polls.unchanged.add(took);
            } else {
                polls.changed.add(took);
                polls.bytes = answer.body().length;
                assertThat(Json.parse(answer.body()).at("queue").number("depth"))
                        .hasValue(TICKETS);
            }
        }
        return polls;
    }

    /** Copy the one host and the one job until there are enough; the copies have an executor that nobody has loaded. */
    private static void multiply(Path database) throws SQLException {
        try (Connection connection = JDBC.createConnection("jdbc:sqlite:" + database, new Properties())) {
            connection.setAutoCommit(false);
            copy(
                    connection,
                    "host",
                    "role = 'BUILDER'",
                    HOSTS - 1,
                    Map.of("name", "'host-' || i", "executor", "'none'"));
            copy(connection, "capability", "host = 'here'", HOSTS - 1, Map.of("host", "'host-' || i"));
            copy(
                    connection,
                    "job",
                    "stage = 'WAITING'",
                    TICKETS - 1,
                    Map.of("id", "printf('%064x', i)", "submission_key", "'key-' || i", "queue_seq", "queue_seq + i"));
            copy(connection, "ticket", "1 = 1", TICKETS - 1, Map.of("job", "printf('%064x', i)", "seq", "seq + i"));
            connection.commit();
        }
    }

    private static void copy(Connection connection, String table, String which, int times, Map<String, String> changed)
            throws SQLException {
        List<String> columns = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("PRAGMA table_info(" + table + ")")) {
            while (found.next()) {
                columns.add(found.getString("name"));
            }
        }
        String values = String.join(
                ", ",
                columns.stream()
                        .map(column -> changed.getOrDefault(column, column))
                        .toList());
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " + times
                    + ") INSERT INTO " + table + " (" + String.join(", ", columns) + ") SELECT " + values + " FROM "
                    + table + ", n WHERE " + which);
        }
    }
}
