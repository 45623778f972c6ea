package build.offload.kernel.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SignalTest {

    @Test
    void raisedTwiceBeforeTheLoopLooksWakesItOnce() throws InterruptedException {
        Signal signal = new Signal(Duration.ZERO);
        signal.raise();
        signal.raise();

        assertThat(signal.await(Duration.ZERO)).isTrue();
        assertThat(signal.await(Duration.ZERO)).isFalse();
    }

    @Test
    void whatIsRaisedRightAfterAWakeIsNotLost() throws InterruptedException {
        Signal signal = new Signal(Duration.ofMillis(1));
        signal.raise();
        signal.await(Duration.ZERO);
        signal.raise();

        assertThat(signal.await(Duration.ZERO)).isTrue();
    }
}
