package build.offload.plugin.http;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.spi.frontend.Controller.StatusPage;
import build.offload.spi.frontend.Controller.StoreUnavailableException;
import build.offload.spi.frontend.ControllerStatus;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code GET /status}: its shape to the key, its entity tag. */
class StatusTest extends ServedTest {

    private static final Call STATUS = Call.get("/status");

    @Test
    void everythingAbsentIsAccordingToTheSchema() throws IOException {
        JsonNode body = shown(Samples.status());

        assertThat(violations(body)).isEmpty();
        assertThat(body.toString())
                .isEqualTo(
                        "{\"desired\":\"available\",\"observed\":\"available\",\"revision\":7,\"lease\":{\"active\":false},"
                                + "\"capacity\":{\"builders\":0,\"idleSlots\":0,\"overloaded\":false},\"reconciler\":{\"healthy\":true},"
                                + "\"dispatch\":{\"state\":\"paused\"},\"hosts\":{},\"queue\":{\"depth\":0,\"oldestAgeSeconds\":0.0,"
                                + "\"p95AgeSeconds\":0.0,\"sloSeconds\":60.0,\"tickets\":[]},\"jobs\":[]}");
    }

    @Test
    void everythingPresentIsAccordingToTheSchema() throws IOException {
        JsonNode body = shown(FullStatus.status());

        assertThat(violations(body)).isEmpty();
        assertThat(body).isEqualTo(new ObjectMapper().readTree(FullStatus.JSON));
    }

    @ParameterizedTest
    @MethodSource("optionalFields")
    void anOptionalFieldIsThereWhenItIsKnownAndElseItsKeyIsNot(String pointer) throws IOException {
        JsonNode full = shown(FullStatus.status());
        JsonNode bare = shown(
                pointer.equals(FullStatus.STALE) ? FullStatus.spillingFreshly() : FullStatus.withoutOptionalFields());

        assertThat(full.at(pointer).isMissingNode()).isFalse();
        assertThat(bare.at(pointer).isMissingNode()).isTrue();
        assertThat(bare.at(pointer.substring(0, pointer.lastIndexOf('/'))).isMissingNode())
                .as("its place is there")
                .isFalse();
        assertThat(violations(bare)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"/jobs/0/rc,3", "/jobs/0/pullBytes,5000000000", "/jobs/0/pullDurationSeconds,1.5"})
    void whatIsNotKnownOfAJobIsNull(String pointer, String known) throws IOException {
        assertThat(shown(FullStatus.status()).at(pointer).asText()).isEqualTo(known);
        assertThat(shown(FullStatus.withoutOptionalFields()).at(pointer).isNull())
                .isTrue();
    }

    /** The schema itself must be able to fail, or the tests above say nothing. */
    @Test
    void theSchemaRefusesAFurtherKeyANullAndAMissingKey() throws IOException {
        String good = FullStatus.JSON;

        assertThat(violations(parse(good))).isEmpty();
        assertThat(violations(parse(good.replaceFirst("\"revision\"", "\"extra\":1,\"revision\""))))
                .isNotEmpty();
        assertThat(violations(parse(good.replaceFirst("\"overloaded\":true", "\"overloaded\":null"))))
                .isNotEmpty();
        assertThat(violations(parse(good.replaceFirst("\"revision\":4192,", ""))))
                .isNotEmpty();
        assertThat(violations(parse(good.replaceFirst("10:00:00.250Z", "12:00:00.250+02:00"))))
                .isNotEmpty();
    }

    @Test
    void everyOptionalFieldOfTheSchemaIsTested() throws IOException {
        JsonNode schema = Contract.file("controller-status.schema.json");

        List<String> optional = new ArrayList<>(optionalNames(schema));
        schema.path("properties").forEach(part -> optional.addAll(optionalNames(part)));
        schema.path("$defs").forEach(part -> optional.addAll(optionalNames(part)));

        assertThat(optionalFields().stream().map(pointer -> pointer.substring(pointer.lastIndexOf('/') + 1)))
                .containsExactlyInAnyOrderElementsOf(optional);
    }

    @Test
    void theEntityTagIsQuotedAndTheSameTagIsNotSentTwice() throws IOException {
        Response first = send(STATUS);

        Response again = send(STATUS.with("If-None-Match", first.header("ETag").orElseThrow()));

        assertThat(first.header("ETag")).hasValue("\"tag-1\"");
        assertThat(first.header("Cache-Control")).hasValue("no-cache");
        assertThat(again.status()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThat(again.header("ETag")).hasValue("\"tag-1\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"tag-1\"", "W/\"tag-1\"", "\"other\", \"tag-1\"", "*"})
    void aTagMayComeInManyForms(String known) throws IOException {
        assertThat(send(STATUS.with("If-None-Match", known)).status()).isEqualTo(304);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"tag-2\"", "tag-1", "\"\""})
    void anotherTagGetsTheBody(String other) throws IOException {
        assertThat(send(STATUS.with("If-None-Match", other)).status()).isEqualTo(200);
    }

    @Test
    void theBodyFollowsTheTag() throws IOException {
        send(STATUS);
        controller.status = () -> new StatusPage(FullStatus.status(), "tag-2");

        Response second = send(STATUS);

        assertThat(second.json().path("revision").asLong()).isEqualTo(4192);
        assertThat(second.header("ETag")).hasValue("\"tag-2\"");
    }

    @Test
    void headGivesTheSameHeadersWithoutTheBody() throws IOException {
        Response get = send(STATUS);
        Response head = send(STATUS.method("HEAD"));

        assertThat(head.status()).isEqualTo(200);
        assertThat(head.header("Content-Length")).isEqualTo(get.header("Content-Length"));
        assertThat(head.header("ETag")).isEqualTo(get.header("ETag"));
        assertThat(send(STATUS.method("HEAD").with("If-None-Match", "*")).status())
                .isEqualTo(304);
    }

    @Test
    void nothingIsPacked() throws IOException {
        Response response = send(STATUS.with("Accept-Encoding", "gzip, br"));

        assertThat(response.header("Content-Encoding")).isEmpty();
        assertThat(response.json().path("revision").asLong()).isEqualTo(7);
    }

    @Test
    void anUnreadableStoreIs503() throws IOException {
        controller.status = () -> {
            throw new StoreUnavailableException("no", new IOException("no"));
        };

        Response response = send(STATUS);

        assertThat(response.status()).isEqualTo(503);
        assertThat(response.json().path("error").asText()).isEqualTo("store-unavailable");
    }

    static List<String> optionalFields() {
        return FullStatus.OPTIONAL;
    }

    private JsonNode shown(ControllerStatus status) throws IOException {
        controller.status = () -> new StatusPage(status, "tag-" + System.identityHashCode(status));
        return send(STATUS).json();
    }

    private static List<String> optionalNames(JsonNode schema) {
        List<String> required = new ArrayList<>();
        schema.path("required").forEach(name -> required.add(name.asText()));
        List<String> optional = new ArrayList<>();
        schema.path("properties").fieldNames().forEachRemaining(name -> {
            if (!required.contains(name)) {
                optional.add(name);
            }
        });
        return optional;
    }

    private static List<String> violations(JsonNode body) throws IOException {
        return Contract.violations(Contract.file("controller-status.schema.json"), body);
    }

    private static JsonNode parse(String text) throws IOException {
        return new ObjectMapper().readTree(text);
    }
}
