package build.offload.plugin.http;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.spi.frontend.AuditView;
import build.offload.spi.frontend.Controller.NotFoundException;
import build.offload.spi.frontend.Controller.StoreUnavailableException;
import build.offload.spi.frontend.EventView;
import build.offload.spi.frontend.GarbageView;
import build.offload.spi.frontend.HealthView;
import build.offload.spi.frontend.Query;
import build.offload.spi.frontend.Query.AuditFilter;
import build.offload.spi.frontend.Query.AuditPage;
import build.offload.spi.frontend.Query.EventPage;
import build.offload.spi.frontend.Query.PluginView;
import build.offload.spi.frontend.Query.WaitingReason;
import build.offload.spi.model.HostName;
import build.offload.spi.model.JobStage;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The reads of the operator API, each against what the OpenAPI document promises. */
class ReadingTest extends ServedTest {

    private static final String API = "/api/offload/v1";

    @BeforeEach
    void prepareAnswers() {
        controller.whenAsked(Query.Hosts.class, query -> List.of(Samples.host()));
        controller.whenAsked(Query.HostByName.class, query -> Samples.host());
        controller.whenAsked(Query.Jobs.class, query -> List.of(Samples.job(JobStage.RUNNING)));
        controller.whenAsked(Query.JobById.class, query -> Samples.job(JobStage.SUCCEEDED));
        controller.whenAsked(
                Query.Why.class,
                query -> List.of(new WaitingReason(new HostName("debian1"), "draining", "It is being drained.")));
        controller.whenAsked(Query.Artifacts.class, query -> Samples.artifacts());
        controller.whenAsked(Query.SnapshotOf.class, query -> Samples.snapshot());
        controller.whenAsked(
                Query.Garbage.class, query -> new GarbageView(List.of(new GarbageView.Kind("jobs", 3, 0)), 1, 5));
        controller.whenAsked(Query.Workspaces.class, query -> List.of(Samples.workspace()));
        controller.whenAsked(Query.Events.class, query -> new EventPage(List.of(event()), "9-x"));
        controller.whenAsked(Query.Audit.class, query -> new AuditPage(List.of(intent()), Optional.of("7")));
        controller.whenAsked(
                Query.Plugins.class,
                query -> List.of(new PluginView("ssh", "executor", "1", "/plugins/ssh.jar", Optional.of("broken"))));
        controller.whenAsked(Query.Health.class, query -> health(true, Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource({
        "/api/offload/v1/health,/api/offload/v1/health",
        "/api/offload/v1/plugins,/api/offload/v1/plugins",
        "/api/offload/v1/hosts,/api/offload/v1/hosts",
        "/api/offload/v1/hosts/{name},/api/offload/v1/hosts/debian1",
        "/api/offload/v1/host-keys,/api/offload/v1/host-keys?executor=ssh&address=me@debian1:22",
        "/api/offload/v1/jobs,/api/offload/v1/jobs",
        "/api/offload/v1/jobs/{id},/api/offload/v1/jobs/abababababababababababababababababababababababababababababababab",
        "/api/offload/v1/jobs/{id}/why,/api/offload/v1/jobs/abababababababababababababababababababababababababababababababab/why",
        "/api/offload/v1/jobs/{id}/artifacts,/api/offload/v1/jobs/abababababababababababababababababababababababababababababababab/artifacts",
        "/api/offload/v1/snapshot,/api/offload/v1/snapshot?checkout=/home/me/app&path=build",
        "/api/offload/v1/garbage,/api/offload/v1/garbage",
        "/api/offload/v1/workspaces,/api/offload/v1/workspaces",
        "/api/offload/v1/events,/api/offload/v1/events",
        "/api/offload/v1/audit,/api/offload/v1/audit",
        "/livez,/livez",
        "/readyz,/readyz",
        "/status,/status"
    })
    void theAnswerIsWhatTheDocumentPromises(String path, String target) throws IOException {
        Response response = send(Call.get(target));

        assertThat(response.status()).isEqualTo(200);
        assertThat(response.header("Content-Type")).hasValue("application/json");
        assertThat(response.header("Offload-Version")).hasValue(VERSION);
        assertThat(Contract.violations(Contract.promised(path, "get", 200), response.json()))
                .isEmpty();
        assertThat(send(Call.get(target).method("HEAD")).header("Content-Length"))
                .isEqualTo(response.header("Content-Length"));
    }

    @Test
    void whatIsNotKnownOfAHostOrAJobIsAbsent() throws IOException {
        JsonNode host = send(Call.get(API + "/hosts/debian1")).json();
        JsonNode job = send(Call.get(API + "/jobs/" + Samples.JOB)).json();

        assertThat(host.has("load1")).isFalse();
        assertThat(host.path("cores").asInt()).isEqualTo(8);
        assertThat(host.path("name").asText()).isEqualTo("debian1");
        assertThat(host.path("observedAt").asText()).isEqualTo("2026-08-01T10:00:00.250Z");
        assertThat(job.has("rc")).isFalse();
        assertThat(job.path("id").asText()).isEqualTo(Samples.JOB.value());
        assertThat(job.path("transfer").toString()).isEqualTo("{\"sentBytes\":12}");
    }

    @Test
    void anEventHasAllTenKeysAlsoTheExitCodeThatIsNotKnown() throws IOException {
        JsonNode event = send(Call.get(API + "/events")).json().path("events").path(0);

        assertThat(event.path("rc").isNull()).isTrue();
        JsonNode line = Contract.file("event-line.schema.json");
        List<String> keys = new ArrayList<>();
        line.path("required").forEach(key -> keys.add(key.asText()));
        assertThat(event.fieldNames()).toIterable().hasSize(15).containsAll(keys);
        assertThat(Contract.violations(line, ((ObjectNode) event.deepCopy()).retain(keys)))
                .isEmpty();
    }

    @Test
    void limitsAndCursorsAreHandedOn() throws IOException {
        send(Call.get(API + "/jobs"));
        send(Call.get(API + "/jobs?limit=7"));
        send(Call.get(API + "/events?after=a%2Fb+c&limit=3"));
        send(Call.get(API + "/events"));

        assertThat(controller.queries)
                .containsExactly(
                        new Query.Jobs(50),
                        new Query.Jobs(7),
                        new Query.Events(Optional.of("a/b+c"), 3),
                        new Query.Events(Optional.empty(), 100));
    }

    @Test
    void filtersOfTheAuditJournalAreHandedOn() throws IOException {
        send(Call.get(API + "/audit"));
        send(Call.get(
                API + "/audit?since=2026-08-01T10:00:00Z&actor=deck&kind=box-drain&internal=true&before=9&limit=3"));

        assertThat(controller.queries)
                .containsExactly(
                        new Query.Audit(
                                new AuditFilter(Optional.empty(), Optional.empty(), Optional.empty(), false),
                                Optional.empty(),
                                100),
                        new Query.Audit(
                                new AuditFilter(
                                        Optional.of(Instant.parse("2026-08-01T10:00:00Z")),
                                        Optional.of("deck"),
                                        Optional.of("box-drain"),
                                        true),
                                Optional.of("9"),
                                3));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/jobs?limit=0",
                "/jobs?limit=1001",
                "/jobs?limit=-1",
                "/jobs?limit=x",
                "/jobs?limit=",
                "/jobs?limit",
                "/jobs?limit=99999999999999999999",
                "/jobs?limits=5",
                "/jobs?limit=5&limit=6",
                "/events?since=5",
                "/audit?since=5",
                "/audit?internal=perhaps",
                "/audit?limit=1001",
                "/audit?after=5",
                "/hosts?x=1",
                "/hosts/debian1?x=1",
                "/host-keys?executor=ssh",
                "/host-keys?address=me@h",
                "/host-keys?executor=ssh&address=h",
                "/health?x",
                "/plugins?x"
            })
    void aParameterThatIsWrongOrUnknownIsRefused(String target) throws IOException {
        Response response = send(Call.get(API + target));

        assertThat(response.status()).isEqualTo(422);
        assertThat(response.json().path("detail").has("field")).isTrue();
        assertThat(controller.queries).isEmpty();
    }

    @Test
    void aMalformedEscapeIsRefused() throws IOException {
        assertThat(send(Call.get(API + "/events?after=%zz")).status()).isEqualTo(400);
    }

    @Test
    void readyIsWhoCanCommit() throws IOException {
        controller.whenAsked(
                Query.Health.class,
                query -> health(false, Optional.of(new HealthView.Fault("No space left on device.", Samples.NOW))));

        Response full = send(Call.get("/readyz"));
        controller.whenAsked(Query.Health.class, query -> {
            throw new StoreUnavailableException("no", new IOException("no"));
        });
        Response unreadable = send(Call.get("/readyz"));

        assertThat(full.status()).isEqualTo(503);
        assertThat(full.text()).isEqualTo("{\"status\":\"not-ready\",\"reason\":\"No space left on device.\"}");
        assertThat(unreadable.status()).isEqualTo(503);
        assertThat(unreadable.json().path("status").asText()).isEqualTo("not-ready");
        assertThat(send(Call.get("/livez")).status()).isEqualTo(200);
    }

    @Test
    void whatDoesNotExistIs404() throws IOException {
        controller.whenAsked(Query.HostByName.class, query -> {
            throw new NotFoundException("unknown-host", "No host is called 'debian9'.");
        });

        Response response = send(Call.get(API + "/hosts/debian9"));

        assertThat(response.status()).isEqualTo(404);
        assertThat(response.json().path("error").asText()).isEqualTo("unknown-host");
        assertThat(Contract.violations(Contract.promised(API + "/hosts/{name}", "get", 404), response.json()))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/nope",
                "/status/",
                "//status",
                "/api/offload/v1",
                "/api/offload/v1/hosts/a/b",
                "/STATUS",
                "/api/offload/v1/hosts//remove"
            })
    void whatIsNotServedIs404AndSaysWhereToLook(String target) throws IOException {
        Response response = send(Call.get(target));

        assertThat(response.status()).isEqualTo(404);
        assertThat(response.json().path("error").asText()).isEqualTo("not-found");
        assertThat(response.json().path("detail").path("message").asText()).contains("/api/offload/v1/openapi.json");
    }

    @ParameterizedTest
    @CsvSource({
        "POST,/status,'GET, HEAD'",
        "DELETE,/api/offload/v1/hosts,'GET, HEAD, POST'",
        "GET,/api/offload/v1/desired-mode,POST",
        "OPTIONS,/metrics,'GET, HEAD'"
    })
    void anotherMethodIsToldWhatIsAllowed(String method, String target, String allowed) throws IOException {
        Response response = send(Call.get(target).method(method));

        assertThat(response.status()).isEqualTo(405);
        assertThat(response.header("Allow")).hasValue(allowed);
    }

    private static AuditView intent() {
        return new AuditView(
                7,
                Samples.NOW,
                "operator",
                "box-drain",
                Map.of("host", "debian1"),
                Optional.of("key"),
                OptionalLong.of(3),
                AuditView.State.APPLIED,
                Optional.of(Samples.NOW),
                Optional.of("committed"));
    }

    private static EventView event() {
        return new EventView(
                9,
                7,
                "job-started",
                "operator",
                Samples.NOW,
                Samples.JOB.value(),
                "app",
                "debian1",
                "cd",
                1,
                "running",
                "started",
                OptionalInt.empty(),
                0.5,
                Map.of("command", "make"));
    }

    private static HealthView health(boolean ready, Optional<HealthView.Fault> journal) {
        HealthView.Incident incident = new HealthView.Incident("config-invalid", "act", "line 3", Samples.NOW);
        HealthView.Configuration configuration = new HealthView.Configuration(
                HealthView.ConfigurationState.BROKEN, Optional.of("config.toml:3: nonsense"), List.of("port"));
        return new HealthView(
                "id",
                3,
                VERSION,
                ready,
                journal,
                Optional.of(Samples.NOW),
                Optional.of(Samples.NOW),
                Optional.of(Samples.NOW),
                configuration,
                List.of(incident));
    }
}
