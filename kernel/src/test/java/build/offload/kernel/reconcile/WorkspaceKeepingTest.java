package build.offload.kernel.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.reconcile.WorkspaceKeeping.Due;
import build.offload.kernel.store.WorkspaceRow;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.HostName;
import build.offload.spi.model.JobId;
import build.offload.spi.model.MirrorId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Each host keeps what was used last, as far as it has room. */
class WorkspaceKeepingTest {

    private static final Instant NOW = Instant.parse("2026-03-20T09:00:00Z");
    private static final Optional<AttemptId> HELD = Optional.of(new AttemptId(new JobId("0".repeat(64)), 1));

    private final WorkspaceKeeping keeping =
            new WorkspaceKeeping(NOW, new Retention.Workspaces(Duration.ofDays(14), 100));

    private static WorkspaceRow row(String host, int checkout, long bytes, int daysUnused) {
        return new WorkspaceRow(
                new HostName(host),
                new MirrorId(Integer.toString(checkout).repeat(64)),
                "/app",
                Optional.empty(),
                false,
                bytes,
                NOW.minus(Duration.ofDays(daysUnused)));
    }

    private static WorkspaceRow held(WorkspaceRow row) {
        return new WorkspaceRow(row.host(), row.mirror(), row.checkout(), HELD, false, row.bytes(), row.usedAt());
    }

    private static WorkspaceRow discarding(WorkspaceRow row) {
        return new WorkspaceRow(
                row.host(), row.mirror(), row.checkout(), Optional.empty(), true, row.bytes(), row.usedAt());
    }

    private List<String> due(WorkspaceRow... kept) {
        return keeping.due(List.of(kept)).stream()
                .map(WorkspaceKeepingTest::word)
                .toList();
    }

    private static String word(Due due) {
        return due.row().host() + " " + due.row().mirror().value().charAt(0) + " "
                + due.reason().code();
    }

    @Test
    void whatWasUnusedForTooLongGoesWhateverRoomThereIs() {
        assertThat(due(row("a", 1, 1, 15), row("a", 2, 1, 14))).containsExactly("a 1 idle");
    }

    @Test
    void beyondTheLimitOfAHostWhatWasUnusedForLongestGoesUntilTheRestFits() {
        assertThat(due(row("a", 1, 40, 1), row("a", 2, 50, 3), row("a", 3, 30, 2), row("b", 4, 100, 5)))
                .containsExactly("a 2 limit");
    }

    @Test
    void whatAnAttemptHasTakesRoomAndStays() {
        assertThat(due(held(row("a", 1, 90, 20)), row("a", 2, 20, 1))).containsExactly("a 2 limit");
    }

    @Test
    void whatIsBeingRemovedTakesNoRoomAnyMore() {
        assertThat(due(discarding(row("a", 1, 90, 20)), row("a", 2, 20, 1))).isEmpty();
    }
}
