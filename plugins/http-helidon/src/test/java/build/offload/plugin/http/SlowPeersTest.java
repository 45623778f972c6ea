package build.offload.plugin.http;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.spi.executor.OutputSink.Stream;
import build.offload.spi.frontend.Query;
import build.offload.spi.model.JobStage;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Clients that stop in the middle lose their connection; work in progress loses nothing. */
class SlowPeersTest extends ServedTest {

    private static final Duration PATIENCE = Duration.ofMillis(100);
    private static final Call DRAIN =
            Call.post("/transition/box-drain", "{\"expectedRevision\":7,\"idempotencyKey\":\"k\",\"args\":{}}");

    @Override
    Limits limits() {
        Limits.Times usual = Limits.standard().times();
        return new Limits(
                Limits.standard().sizes(), new Limits.Times(PATIENCE, usual.watchSlice(), usual.watchBudget()));
    }

    @Test
    void aHeadThatIsNeverFinishedEndsTheConnection() throws IOException {
        try (Connection connection = new Connection(server())) {
            connection.send("GET /status HTTP/1.1\r\nHost: 127.0.0.1");

            assertThat(connection.ended()).isTrue();
        }
    }

    @Test
    void aBodyThatIsNeverFinishedEndsTheConnection() throws IOException {
        try (Connection connection = new Connection(server())) {
            connection.send(DRAIN.with("Content-Length", "1000"));

            assertThat(connection.ended()).isTrue();
        }
        assertThat(controller.verbs).isEmpty();
    }

    @Test
    void aRefusedBodyThatIsNeverFinishedEndsTheConnectionAfterTheAnswer() throws IOException {
        try (Connection connection = new Connection(server())) {
            connection.send(DRAIN.without("Authorization").without("Connection").with("Content-Length", "1000"));

            assertThat(connection.read().status()).isEqualTo(401);
            assertThat(connection.ended()).isTrue();
        }
    }

    @Test
    void anAnswerThatIsNotTakenEndsTheConnection() throws Exception {
        CompletableFuture<Throwable> ended = new CompletableFuture<>();
        controller.whenAsked(Query.JobById.class, query -> Samples.job(JobStage.RUNNING));
        controller.watches.add((job, stdout, stderr, observer) -> {
            try {
                for (long offset = 0; offset < 1L << 30; offset += 1 << 16) {
                    observer.output(Stream.STDOUT, offset, new byte[1 << 16]);
                }
            } catch (RuntimeException gone) {
                ended.complete(gone);
                throw gone;
            }
        });

        try (Connection connection = new Connection(server())) {
            connection.send(Call.get("/api/offload/v1/jobs/" + Samples.JOB + "/watch"));

            assertThat(ended.get(10, TimeUnit.SECONDS)).isInstanceOf(Lines.ClientGoneException.class);
        }
    }

    @Test
    void workThatTakesLongerThanAClientMayIsLeftAlone() throws IOException {
        CountDownLatch otherConnectionEnded = new CountDownLatch(1);
        controller.answer = () -> {
            boolean undisturbed = awaited(otherConnectionEnded);
            return FakeController.committed("{\"undisturbed\":" + undisturbed + "}");
        };

        try (Connection working = new Connection(server());
                Connection dawdling = new Connection(server())) {
            working.send(DRAIN);
            dawdling.send("GET /status HTTP/1.1\r\nHost: 127.0.0.1");
            assertThat(dawdling.ended()).isTrue();
            otherConnectionEnded.countDown();

            assertThat(working.read().text()).isEqualTo("{\"undisturbed\":true}");
        }
    }

    private static boolean awaited(CountDownLatch latch) {
        try {
            return latch.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException disturbed) {
            return false;
        }
    }
}
