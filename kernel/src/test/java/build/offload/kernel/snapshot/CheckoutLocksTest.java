package build.offload.kernel.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.spi.model.MirrorId;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** One checkout's work comes one after the other; other checkouts do not wait for it. */
class CheckoutLocksTest {

    private static final MirrorId ONE = Mirrors.idOf("machine", Path.of("/one"));
    private static final MirrorId OTHER = Mirrors.idOf("machine", Path.of("/other"));

    private final CheckoutLocks locks = new CheckoutLocks();

    @Test
    void holderMayAskAgainAndAnotherCheckoutIsFree() throws Exception {
        String answer = locks.holding(ONE, () -> locks.holding(ONE, () -> locks.holding(OTHER, () -> "done")));

        assertThat(answer).isEqualTo("done");
    }

    @Test
    void workOfOneCheckoutNeverOverlaps() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (int i = 0; i < 200; i++) {
                threads.execute(() -> overlap(inside, most));
            }
        }

        assertThat(most).hasValue(1);
    }

    private void overlap(AtomicInteger inside, AtomicInteger most) {
        try {
            locks.holding(ONE, () -> {
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                return inside.decrementAndGet();
            });
        } catch (InterruptedIOException interrupted) {
            most.set(Integer.MAX_VALUE);
        }
    }

    @Test
    void interruptedWaitEndsWithoutTheWork() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger worked = new AtomicInteger();
        try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
            Future<?> holder = threads.submit(() -> locks.holding(ONE, () -> {
                held.countDown();
                release.await();
                return 0;
            }));
            held.await();
            Thread.currentThread().interrupt();

            assertThatThrownBy(() -> locks.holding(ONE, worked::incrementAndGet))
                    .isInstanceOf(InterruptedIOException.class);
            assertThat(Thread.interrupted()).isTrue();
            release.countDown();
            holder.get();
        }
        assertThat(worked).hasValue(0);
    }

    @Test
    void mirrorsAreToldApartByMachineAndByPath() {
        assertThat(Mirrors.idOf("machine", Path.of("/one"))).isEqualTo(ONE);
        assertThat(Mirrors.idOf("machin", Path.of("/one"))).isNotEqualTo(ONE);
        assertThat(OTHER).isNotEqualTo(ONE);
        assertThat(Mirrors.idOf("m", Path.of("/checkout")).value())
                .isEqualTo("40e98ba5d1b2b0ca0ec72a1dba4d920238e6433f158bb7a2290f05b28e58d3ee");
    }
}
