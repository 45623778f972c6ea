package build.offload.plugin.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The OpenAPI document against the routes, the published schemas and itself. */
class OpenApiTest extends ServedTest {

    private static final Set<String> COMMON_REFUSALS = Set.of("400", "401", "421", "500");

    @Test
    void theDocumentIsServedAsItLies() throws IOException {
        assertThat(send(Call.get("/api/offload/v1/openapi.json")).json()).isEqualTo(Contract.openApi());
    }

    @Test
    void everyRouteIsDocumentedAndEverythingDocumentedIsARoute() throws IOException {
        Set<String> served = new TreeSet<>();
        for (Route route :
                Routes.table(controller, new Wire(), Limits.standard()).routes()) {
            served.add(route.method().name().toLowerCase(Locale.ROOT) + " "
                    + route.template().text());
        }

        assertThat(operations().keySet()).containsExactlyElementsOf(served);
    }

    @Test
    void everyOperationNamesItsRefusals() throws IOException {
        operations()
                .forEach((name, operation) ->
                        assertThat(names(operation.path("responses"))).as(name).containsAll(COMMON_REFUSALS));
    }

    @Test
    void everyChangeSaysWhetherItNeedsTheRevisionAndWhy() throws IOException {
        JsonNode document = Contract.openApi();
        for (Map.Entry<String, JsonNode> operation : operations().entrySet()) {
            JsonNode rule = operation.getValue().path("x-expected-revision");
            assertThat(rule.isMissingNode())
                    .as(operation.getKey())
                    .isEqualTo(!operation.getKey().startsWith("post "));
            if (!rule.isMissingNode()) {
                JsonNode body = Contract.followed(
                        document, operation.getValue().at("/requestBody/content/application~1json/schema"));
                assertThat(rule.path("why").asText()).as(operation.getKey()).endsWith(".");
                assertThat(texts(body.path("required")).contains("expectedRevision"))
                        .as(operation.getKey())
                        .isEqualTo(rule.path("required").asBoolean());
                assertThat(texts(body.path("required"))).as(operation.getKey()).contains("idempotencyKey");
            }
        }
    }

    @Test
    void theVerbsAreTheSpecs() throws IOException {
        JsonNode verbs = Contract.openApi().at("/paths/~1transition~1{verb}/post/parameters/0/schema/enum");

        assertThat(texts(verbs)).containsExactlyInAnyOrderElementsOf(TransitionEndpoint.VERBS);
    }

    @Test
    void everyReferenceLeadsSomewhere() throws IOException {
        JsonNode document = Contract.openApi();

        List<String> references = document.findValuesAsText("$ref");

        assertThat(references)
                .hasSizeGreaterThan(100)
                .allSatisfy(reference -> assertThat(
                                document.at(reference.substring(1)).isMissingNode())
                        .as(reference)
                        .isFalse());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "controller-status.schema.json", "transition-request.schema.json", "transition-response.schema.json",
                "transition-results.schema.json", "event-line.schema.json", "problem.schema.json"
            })
    void thePublishedSchemasAreTheDocuments(String file) throws IOException {
        JsonNode schemas = Contract.openApi().at("/components/schemas");
        ObjectNode published = (ObjectNode) Contract.file(file);

        published
                .path("$defs")
                .properties()
                .forEach(part ->
                        assertThat(pointed(part.getValue())).as(part.getKey()).isEqualTo(schemas.path(part.getKey())));
        String title = published.path("title").asText();
        if (schemas.has(title)) {
            assertThat(pointed(published.deepCopy().without(List.of("$schema", "$id", "title", "$defs"))))
                    .isEqualTo(schemas.path(title));
        }
        assertThat(Contract.violations(published, new ObjectMapper().readTree("[]")))
                .as("the schema is one, and refuses an array")
                .isNotEmpty();
    }

    @Test
    void everyVerbHasASchemaOfItsResultWithAnExampleThatFits() throws IOException {
        JsonNode results = Contract.file("transition-results.schema.json");

        assertThat(results.path("properties").fieldNames())
                .toIterable()
                .containsExactlyInAnyOrderElementsOf(TransitionEndpoint.VERBS);
        for (String verb : TransitionEndpoint.VERBS) {
            JsonNode schema =
                    Contract.followed(results, results.path("properties").path(verb));
            ObjectNode example = new ObjectMapper().createObjectNode();
            example.set(verb, schema.path("examples").path(0));
            assertThat(example.path(verb).has("changed")).as(verb).isTrue();
            assertThat(texts(schema.path("required"))).as(verb).contains("changed");
            assertThat(Contract.violations(results, example)).as(verb).isEmpty();
        }
    }

    @Test
    void refusalsAreWhatIsPromised() throws IOException {
        Call verb = Call.post("/transition/box-drain", "{}");
        List<Call> refused = List.of(
                verb,
                verb.without("Authorization"),
                verb.with("Host", "evil.example"),
                verb.with("Content-Type", "text/plain"),
                verb.method("GET"),
                Call.post("/transition/nope", "{}"),
                Call.post("/transition/box-drain", "x"),
                Call.post("/transition/box-drain", "x".repeat(70_000)));

        for (Call call : refused) {
            Response response = send(call);
            JsonNode promised = Contract.promised("/transition/{verb}", "post", response.status());
            assertThat(Contract.violations(promised, response.json())).isEmpty();
        }
    }

    private static Map<String, JsonNode> operations() throws IOException {
        Map<String, JsonNode> operations = new TreeMap<>();
        Contract.openApi()
                .path("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .properties()
                        .forEach(method -> operations.put(method.getKey() + " " + path.getKey(), method.getValue())));
        return operations;
    }

    private static JsonNode pointed(JsonNode schema) {
        try {
            String text = schema.toString().replace("\"#/$defs/", "\"#/components/schemas/");
            return new ObjectMapper().readTree(text);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(element -> texts.add(element.asText()));
        return texts;
    }

    private static List<String> names(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
