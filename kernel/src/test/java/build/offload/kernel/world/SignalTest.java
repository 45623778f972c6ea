package build.offload.kernel.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SignalTest {

    @Test
    void raisedTwiceBeforeTheLoopLooksWakesItOnce() throws InterruptedException {
        Signal signal = new Signal();
        signal.raise();
        signal.raise();

        assertThat(signal.await(Duration.ZERO)).isTrue();
        assertThat(signal.await(Duration.ZERO)).isFalse();
    }
}
