package build.offload.conformance.publication;

import build.offload.spi.publish.PublicationStrategy;
import build.offload.spi.publish.PublicationStrategy.PromotionRequest;
import java.io.IOException;
import java.time.Duration;

/** Promotes on a thread that can be interrupted. */
final class PromotingThread {

    private PromotingThread() {}

    static Duration promote(Yard yard, Duration after) throws IOException, InterruptedException {
        PublicationStrategy strategy = yard.strategy();
        PromotionRequest request = yard.request();
        Thread thread = new Thread(() -> run(strategy, request), "promotion");
        long start = System.nanoTime();
        thread.start();
        thread.join(after);
        thread.interrupt();
        thread.join();
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** What it answers or throws counts for nothing: the next call says how things are. */
    private static void run(PublicationStrategy strategy, PromotionRequest request) {
        try {
            strategy.promote(request);
        } catch (IOException | RuntimeException cut) {
            return;
        }
    }
}
