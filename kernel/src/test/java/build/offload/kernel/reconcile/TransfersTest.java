package build.offload.kernel.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.world.ManualClock;
import build.offload.spi.executor.TransferMeter;
import build.offload.spi.frontend.JobView.Moving;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.JobId;
import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** How those who wait for a job learn how far its transfer has come. */
class TransfersTest {

    private static final AttemptId ATTEMPT = new AttemptId(new JobId("a".repeat(64)), 1);

    private final ManualClock clock = new ManualClock();
    private final ProgressBoard board = new ProgressBoard();
    private final Transfers transfers = new Transfers(board, clock);

    @Test
    void whatWasLastToldHoldsUntilTheTransferIsOver() {
        TransferMeter late = transfers.during(ATTEMPT, "outputs", meter -> {
            assertThat(transfers.of(ATTEMPT)).isEmpty();
            meter.at(5, OptionalLong.of(10));
            meter.at(7, OptionalLong.of(10));
            assertThat(transfers.of(ATTEMPT)).contains(new Moving("outputs", 7, OptionalLong.of(10)));
            return meter;
        });

        assertThat(transfers.of(ATTEMPT)).isEmpty();
        late.at(8, OptionalLong.of(10));
        assertThat(transfers.of(ATTEMPT)).isEmpty();
    }

    @Test
    void watchersAreWokenAtMostFourTimesASecond() {
        long woken = transfers.during(ATTEMPT, "snapshot", meter -> {
            for (int i = 1; i <= 1000; i++) {
                clock.advance(Duration.ofMillis(1));
                meter.at(i, OptionalLong.empty());
            }
            return board.version();
        });

        assertThat(woken).isEqualTo(4);
    }
}
