package build.offload.plugin.http;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.spi.executor.OutputSink.Stream;
import build.offload.spi.frontend.Controller.NotFoundException;
import build.offload.spi.frontend.Controller.StoreUnavailableException;
import build.offload.spi.frontend.Frontend;
import build.offload.spi.frontend.JobView;
import build.offload.spi.frontend.Query;
import build.offload.spi.model.JobStage;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code GET /api/offload/v1/jobs/{id}/watch}: a stream of lines. */
class WatchTest extends ServedTest {

    private static final JobView RUNNING = Samples.job(JobStage.RUNNING);
    private static final JobView DONE = Samples.job(JobStage.SUCCEEDED);
    private static final String PATH = "/api/offload/v1/jobs/" + Samples.JOB + "/watch";

    @BeforeEach
    void prepareTheJob() {
        controller.whenAsked(Query.JobById.class, query -> RUNNING);
    }

    @Test
    void progressAndOutputComeAsLinesUntilTheJobIsFinished() throws IOException {
        controller.watches.add((job, stdout, stderr, observer) -> {
            observer.view(RUNNING);
            observer.output(Stream.STDOUT, 0, bytes("one\n"));
            observer.output(Stream.STDERR, 0, new byte[] {(byte) 0xff, 0});
            observer.view(DONE);
        });

        Response response = send(Call.get(PATH));

        assertThat(response.status()).isEqualTo(200);
        assertThat(response.header("Content-Type")).hasValue("application/x-ndjson");
        assertThat(response.header("Transfer-Encoding")).hasValue("chunked");
        List<String> lines = lines(response);
        assertThat(lines).hasSize(4);
        assertThat(lines.get(1)).isEqualTo("{\"stdout\":{\"offset\":0,\"data\":\"b25lCg==\"}}");
        assertThat(lines.get(2)).isEqualTo("{\"stderr\":{\"offset\":0,\"data\":\"/wA=\"}}");
        assertThat(json(lines.get(3)).at("/view/stage").asText()).isEqualTo("succeeded");
    }

    @Test
    void everyLineIsWhatTheDocumentPromises() throws IOException {
        controller.watches.add((job, stdout, stderr, observer) -> {
            observer.view(RUNNING);
            observer.output(Stream.STDOUT, 5, bytes("x"));
            observer.output(Stream.STDERR, 7, bytes("y"));
            observer.view(DONE);
        });
        JsonNode document = Contract.openApi();
        JsonNode schema = Contract.withComponents(document, document.at("/components/schemas/WatchLine"));

        for (String line : lines(send(Call.get(PATH)))) {
            assertThat(Contract.violations(schema, json(line))).isEmpty();
        }
        assertThat(Contract.violations(schema, json("{\"view\":{}}"))).isNotEmpty();
    }

    @Test
    void eachLineIsOnItsWayAtOnce() throws IOException {
        CountDownLatch seen = new CountDownLatch(1);
        controller.watches.add((job, stdout, stderr, observer) -> {
            observer.view(RUNNING);
            awaited(seen);
            observer.view(DONE);
        });

        try (Connection connection = new Connection(server())) {
            Response head = headOf(connection.send(Call.get(PATH)));
            byte[] first = Response.chunk(connection.in());
            seen.countDown();
            byte[] second = Response.chunk(connection.in());

            assertThat(head.status()).isEqualTo(200);
            assertThat(json(new String(first, StandardCharsets.UTF_8))
                            .at("/view/stage")
                            .asText())
                    .isEqualTo("running");
            assertThat(json(new String(second, StandardCharsets.UTF_8))
                            .at("/view/stage")
                            .asText())
                    .isEqualTo("succeeded");
            assertThat(Response.chunk(connection.in())).isEmpty();
        }
    }

    @Test
    void theOffsetsOfTheClientAreWhereItBegins() throws IOException {
        List<Long> offsets = new ArrayList<>();
        controller.watches.add((job, stdout, stderr, observer) -> {
            offsets.addAll(List.of(stdout, stderr));
            observer.view(DONE);
        });

        send(Call.get(PATH + "?stdout=12&stderr=5000000000"));

        assertThat(offsets).containsExactly(12L, 5_000_000_000L);
    }

    @Test
    void aSilentWatchIsKeptWarmAndGoesOnWhereItWas() throws IOException {
        List<Long> offsets = new ArrayList<>();
        controller.watches.add((job, stdout, stderr, observer) -> {
            observer.view(RUNNING);
            observer.output(Stream.STDOUT, 3, bytes("abc"));
            observer.output(Stream.STDERR, 1, bytes("d"));
        });
        controller.watches.add((job, stdout, stderr, observer) -> {
            offsets.addAll(List.of(stdout, stderr));
            observer.view(RUNNING);
            observer.view(DONE);
        });

        List<String> lines = lines(send(Call.get(PATH + "?stdout=3&stderr=1")));

        assertThat(offsets).containsExactly(6L, 2L);
        assertThat(lines).hasSize(5);
        assertThat(lines.get(3)).isEmpty();
        assertThat(json(lines.get(4)).at("/view/stage").asText()).isEqualTo("succeeded");
    }

    @Test
    void aWatchEndsWithItsBudget() throws IOException {
        for (int slice = 0; slice < 6; slice++) {
            controller.watches.add((job, stdout, stderr, observer) -> observer.view(RUNNING));
        }

        Response response = send(Call.get(PATH));

        assertThat(controller.watches).isEmpty();
        assertThat(response.text()).endsWith("\n".repeat(6));
        assertThat(lines(response)).hasSize(7);
    }

    @Test
    void anUnknownJobIsRefusedBeforeTheStreamBegins() throws IOException {
        controller.whenAsked(Query.JobById.class, query -> {
            throw new NotFoundException("unknown-job", "No job has this id.");
        });

        Response response = send(Call.get(PATH));

        assertThat(response.status()).isEqualTo(404);
        assertThat(response.json().path("error").asText()).isEqualTo("unknown-job");
    }

    @Test
    void offsetsAreWholeNumbersFromZero() throws IOException {
        assertThat(send(Call.get(PATH + "?stdout=-1")).status()).isEqualTo(422);
        assertThat(send(Call.get(PATH + "?offset=1")).status()).isEqualTo(422);
    }

    @Test
    void aFailureInTheMiddleEndsTheStreamInOrder() throws IOException {
        controller.watches.add((job, stdout, stderr, observer) -> {
            observer.view(RUNNING);
            throw new StoreUnavailableException("no", new IOException("no"));
        });

        Response response = send(Call.get(PATH));

        assertThat(response.status()).isEqualTo(200);
        assertThat(lines(response)).hasSize(1);
    }

    @Test
    void aClientThatHasLeftEndsTheWatch() throws Exception {
        CompletableFuture<Throwable> ended = new CompletableFuture<>();
        controller.watches.add((job, stdout, stderr, observer) -> {
            byte[] much = new byte[1 << 16];
            try {
                for (long offset = 0; offset < 1L << 30; offset += much.length) {
                    observer.output(Stream.STDOUT, offset, much);
                }
            } catch (RuntimeException gone) {
                ended.complete(gone);
                throw gone;
            }
        });

        try (Connection connection = new Connection(server())) {
            headOf(connection.send(Call.get(PATH)));
        }

        assertThat(ended.get(10, TimeUnit.SECONDS)).isInstanceOf(Lines.ClientGoneException.class);
        assertThat(send(Call.get("/livez")).status()).isEqualTo(200);
        assertThat(controller.watches).isEmpty();
    }

    @Test
    void aStopEndsTheWatchInOrder() throws IOException {
        CountDownLatch watching = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        controller.watches.add((job, stdout, stderr, observer) -> {
            observer.view(RUNNING);
            watching.countDown();
            awaited(never);
        });

        Frontend.Running stopping = another(0);
        try (Connection connection = new Connection(stopping.address())) {
            headOf(connection.send(Call.get(PATH)));
            awaited(watching);
            stopping.stop(Duration.ofSeconds(30));

            assertThat(Response.chunk(connection.in())).isNotEmpty();
            assertThat(Response.chunk(connection.in())).isEmpty();
            assertThat(connection.ended()).isTrue();
        }
        assertThat(never.getCount()).isEqualTo(1);
    }

    @Test
    void headShowsTheHeadOnly() throws IOException {
        Response response = send(Call.get(PATH).method("HEAD"));

        assertThat(response.status()).isEqualTo(200);
        assertThat(response.header("Content-Type")).hasValue("application/x-ndjson");
    }

    private static Response headOf(Connection connection) throws IOException {
        return Response.read(connection.in(), true);
    }

    private static List<String> lines(Response response) {
        return response.text().lines().toList();
    }

    private static JsonNode json(String line) throws IOException {
        return new ObjectMapper().readTree(line);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void awaited(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
