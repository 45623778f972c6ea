package build.offload.conformance.product;

import java.util.concurrent.atomic.AtomicLong;

/** The latest revision that any of several clients has heard of. */
final class SharedRevision {

    private final AtomicLong latest;

    SharedRevision(long latest) {
        this.latest = new AtomicLong(latest);
    }

    long latest() {
        return latest.get();
    }

    void heard(long revision) {
        latest.accumulateAndGet(revision, Math::max);
    }
}
