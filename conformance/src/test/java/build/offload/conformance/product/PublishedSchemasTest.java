package build.offload.conformance.product;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.distribution.client.ControllerClient;
import build.offload.distribution.client.Reply;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a running controller says, against the schemas that are published for whoever reads it. */
class PublishedSchemasTest {

    private static final String HOST = "here";
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final SchemaRegistry REGISTRY = SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12,
            builder -> builder.schemaRegistryConfig(
                    SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build()));

    @TempDir
    private static Path folder;

    private static Product product;

    @BeforeAll
    static void start() throws Exception {
        product = new Product(folder);
        product.up();
        product.enrolThisMachine(HOST, 1);
        Project project = Project.in(folder.resolve("project"), product)
                .file("readme", "")
                .commit();
        assertThat(product.offload(project.root(), "run", "--output", "made", "--", "sh", "-c", "echo x >made")
                        .exit())
                .isZero();
        assertThat(product.offload(
                                project.root(),
                                "run",
                                "--detach",
                                "--require",
                                "gcc=>=99",
                                "--output",
                                "x",
                                "--",
                                "true")
                        .exit())
                .isZero();
    }

    @AfterAll
    static void stop() throws Exception {
        if (product != null) {
            product.close();
        }
    }

    @Test
    void statusOfAControllerAtWorkIsAccordingToItsSchema() throws IOException {
        JsonNode status = json(get("/status"));

        assertThat(violations("controller-status.schema.json", status)).isEmpty();
        assertThat(status.path("jobs")).isNotEmpty();
        assertThat(status.path("queue").path("tickets")).isNotEmpty();
        assertThat(status.path("hosts").path(HOST).path("capability").path("probes"))
                .isNotEmpty();
    }

    @Test
    void everyLineOfTheEventStreamIsAccordingToItsSchema() throws IOException {
        List<String> lines = Files.readAllLines(product.state().resolve("events.jsonl"));

        assertThat(lines).hasSizeGreaterThan(10).allSatisfy(line -> {
            JsonNode event = MAPPER.readTree(line);
            assertThat(violations("event-line.schema.json", event)).isEmpty();
            assertThat(event).hasSize(10);
        });
    }

    @Test
    void answersOfVerbsAreAccordingToTheirSchemas() throws IOException {
        answered("host-quarantine", Map.of("host", HOST, "command", "nothing"));
        answered("host-unquarantine", Map.of("host", HOST, "command", "nothing"));
        answered("admission-reconcile", Map.of());
        answered("ci-reconcile", Map.of());
        answered("recall-spill", Map.of());
        answered("box-drain", Map.of("host", HOST));
        answered("box-restore", Map.of("host", HOST));
    }

    /** The loops move the revision as well, between the look at it and the verb. */
    private static void answered(String verb, Map<String, String> args) throws IOException {
        Reply reply = post(verb, args);
        while (reply.error().equals("stale-revision")) {
            reply = post(verb, args);
        }
        JsonNode answer = json(reply);

        assertThat(violations("transition-response.schema.json", answer))
                .as(verb)
                .isEmpty();
        assertThat(violations(
                        "transition-results.schema.json",
                        MAPPER.createObjectNode().set(verb, answer.path("result"))))
                .as(verb)
                .isEmpty();
    }

    @Test
    void refusalsAreAccordingToTheirSchema() throws IOException {
        for (Reply refused : List.of(
                post("box-drain", Map.of("host", "nobody")),
                post("nonsense", Map.of()),
                get("/api/offload/v1/nothing"))) {
            assertThat(refused.ok()).isFalse();
            assertThat(violations("problem.schema.json", json(refused))).isEmpty();
        }
    }

    @Test
    void operatorApiIsAccordingToTheDocumentTheControllerServes() throws IOException {
        JsonNode document = json(get("/api/offload/v1/openapi.json"));
        for (String resource : List.of("health", "plugins", "hosts", "jobs", "events", "audit")) {
            String path = "/api/offload/v1/" + resource;
            JsonNode schema =
                    document.path("paths").path(path).at("/get/responses/200/content/application~1json/schema");
            assertThat(schema.isMissingNode()).as(path).isFalse();
            assertThat(violations(withComponents(document, schema), json(get(path))))
                    .as(path)
                    .isEmpty();
        }
    }

    private static JsonNode withComponents(JsonNode document, JsonNode schema) {
        ObjectNode alone = schema.deepCopy();
        alone.set("components", document.path("components"));
        return alone;
    }

    private static Reply get(String path) throws IOException {
        return ControllerClient.of(Product.places(folder)).get(path);
    }

    private static Reply post(String verb, Map<String, String> args) throws IOException {
        long revision = json(get("/status")).path("revision").asLong();
        return ControllerClient.of(Product.places(folder))
                .post(
                        "/transition/" + verb,
                        Map.of(
                                "expectedRevision",
                                revision,
                                "idempotencyKey",
                                UUID.randomUUID().toString(),
                                "args",
                                args));
    }

    private static JsonNode json(Reply reply) throws IOException {
        return MAPPER.readTree(reply.body());
    }

    private static List<String> violations(String schema, JsonNode document) throws IOException {
        return violations(
                MAPPER.readTree(Files.readString(Path.of("../docs/contract").resolve(schema))), document);
    }

    private static List<String> violations(JsonNode schema, JsonNode document) {
        return REGISTRY.getSchema(schema).validate(document).stream()
                .map(Object::toString)
                .toList();
    }
}
