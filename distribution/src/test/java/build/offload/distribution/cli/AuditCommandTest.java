package build.offload.distribution.cli;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.distribution.FakeController;
import build.offload.distribution.FakeController.Request;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditCommandTest {

    private static final String AUDIT = "GET /api/offload/v1/audit";
    private static final String DRAIN =
            "{\"id\":7,\"at\":\"2026-03-01T10:00:00Z\",\"actor\":\"operator\",\"kind\":\"box-drain\","
                    + "\"args\":{\"host\":\"debian1\"},\"state\":\"applied\",\"outcome\":\"committed\"}";
    private static final String RETRY =
            "{\"id\":9,\"at\":\"2026-03-01T11:00:00Z\",\"actor\":\"deck\",\"kind\":\"job-retry\","
                    + "\"args\":{\"jobId\":\"ab\"},\"state\":\"refused\",\"outcome\":\"not-retryable\"}";

    private final FakeController controller;
    private final Invocation invocation;

    AuditCommandTest(@TempDir Path folder) throws IOException {
        controller = FakeController.start(folder);
        invocation = new Invocation(folder);
    }

    @AfterEach
    void stop() throws IOException {
        controller.close();
    }

    private int run(String... arguments) {
        return invocation.run(controller.options("audit", arguments));
    }

    @Test
    void whoAskedForWhatAndWhatCameOfItIsListedOldestFirst() {
        controller.answer(AUDIT, 200, "{\"entries\":[" + RETRY + "," + DRAIN + "]}");

        assertThat(run()).isZero();

        assertThat(invocation.out()).isEqualTo("""
                WHEN                  WHO       WHAT       WITH          OUTCOME
                2026-03-01T10:00:00Z  operator  box-drain  host=debian1  applied
                2026-03-01T11:00:00Z  deck      job-retry  jobId=ab      refused: not-retryable
                """);
    }

    @Test
    void filtersAreHandedOnAndASpanIsCountedBackFromNow() {
        controller.answer(AUDIT, 200, "{\"entries\":[]}");

        assertThat(run("--since", "2h", "--actor", "deck", "--kind", "job-retry", "--internal", "--limit", "5"))
                .isZero();

        assertThat(controller.requests(AUDIT))
                .extracting(Request::line)
                .containsExactly(
                        AUDIT + "?limit=5&since=2026-03-01T10%3A00%3A00Z&actor=deck&kind=job-retry&internal=true");
        assertThat(invocation.out()).isEqualTo("nothing of that kind was asked for\n");
    }

    @Test
    void olderPagesAreReadUntilThereAreEnough() {
        controller.answer(AUDIT, 200, "{\"entries\":[" + RETRY + "],\"nextCursor\":\"9\"}");
        controller.answer(AUDIT, 200, "{\"entries\":[" + DRAIN + "],\"nextCursor\":\"7\"}");

        assertThat(run("--limit", "2", "--json")).isZero();

        assertThat(controller.requests(AUDIT))
                .extracting(Request::line)
                .containsExactly(AUDIT + "?limit=2", AUDIT + "?limit=1&before=9");
        assertThat(invocation.out()).isEqualTo(DRAIN + "\n" + RETRY + "\n");
    }

    @Test
    void momentThatIsNoneIsNotUnderstood() {
        assertThat(run("--since", "yesterday")).isEqualTo(64);
        assertThat(invocation.err()).contains("--since must be a moment");
        assertThat(controller.requests(AUDIT)).isEmpty();
    }
}
