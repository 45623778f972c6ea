package build.offload.plugin.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
            builder -> builder.schemaRegistryConfig(SchemaRegistryConfig.builder()
                    .formatAssertionsEnabled(true)
                    .build()));

    private Contract() {}

    static JsonNode file(String name) throws IOException {
        return MAPPER.readTree(Files.readString(FOLDER.resolve(name)));
    }

    static JsonNode openApi() throws IOException {
        try (var resource = HttpFrontend.class.getResourceAsStream("openapi.json")) {
            return MAPPER.readTree(resource);
        }
    }

    /** Return what is wrong with a document; empty when nothing is. */
    static List<String> violations(JsonNode schema, JsonNode document) {
        Schema compiled = REGISTRY.getSchema(schema);
        return compiled.validate(document).stream().map(Object::toString).toList();
    }
}
