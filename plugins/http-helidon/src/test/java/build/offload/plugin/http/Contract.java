package build.offload.plugin.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The published contract, read from where it is published. */
final class Contract {

    static final Path FOLDER = Path.of("../../docs/contract");

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final SchemaRegistry REGISTRY = SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12,
            builder -> builder.schemaRegistryConfig(
                    SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build()));

    private Contract() {}

    static JsonNode file(String name) throws IOException {
        return MAPPER.readTree(Files.readString(FOLDER.resolve(name)));
    }

    static JsonNode openApi() throws IOException {
        try (var resource = HttpFrontend.class.getResourceAsStream("openapi.json")) {
            return MAPPER.readTree(resource);
        }
    }

    /** Return what a body is promised to be for an operation and a status. */
    static JsonNode promised(String path, String method, int status) throws IOException {
        JsonNode document = openApi();
        JsonNode operation = document.path("paths").path(path).path(method);
        JsonNode response = followed(document, operation.path("responses").path(Integer.toString(status)));
        JsonNode schema = response.path("content").path("application/json").path("schema");
        if (schema.isMissingNode()) {
            throw new AssertionError("nothing is promised for " + method + " " + path + " " + status);
        }
        return withComponents(document, schema);
    }

    /** Return a schema of the OpenAPI document that stands by itself. */
    static JsonNode withComponents(JsonNode document, JsonNode schema) {
        ObjectNode alone = schema.deepCopy();
        alone.set("components", document.path("components"));
        return alone;
    }

    static JsonNode followed(JsonNode document, JsonNode node) {
        return node.has("$ref") ? document.at(node.path("$ref").asText().substring(1)) : node;
    }

    /** Return what is wrong with a document; empty when nothing is. */
    static List<String> violations(JsonNode schema, JsonNode document) {
        Schema compiled = REGISTRY.getSchema(schema);
        return compiled.validate(document).stream().map(Object::toString).toList();
    }
}
