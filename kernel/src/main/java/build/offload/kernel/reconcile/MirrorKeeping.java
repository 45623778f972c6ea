package build.offload.kernel.reconcile;

import build.offload.kernel.snapshot.Mirrors;
import build.offload.kernel.snapshot.Mirrors.Usage;
import build.offload.spi.model.MirrorId;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Keeps the mirrors within their bounds: what no snapshot needs is removed from each, and whole mirrors that nobody uses go.
 * One that a job holds a snapshot of stays, and so does one that was used within a day, whatever that takes.
 */
final class MirrorKeeping {

    private static final System.Logger LOG = System.getLogger(MirrorKeeping.class.getName());

    /** For how long hosts are taken to have the trees that were sent to them; what they keep goes by the same time. */
    private static final Duration RECENT = Duration.ofDays(14);

    private static final Duration IN_USE = Duration.ofDays(1);

    private final Mirrors mirrors;

    MirrorKeeping(Mirrors mirrors) {
        this.mirrors = mirrors;
    }

    /** Do it for all mirrors; one that fails keeps no other from its turn, and the first failure is thrown at the end. */
    void run(Instant now, Retention retention) throws IOException {
        mirrors.sweep();
        List<IOException> failures = new ArrayList<>();
        for (MirrorId id : mirrors.all()) {
            try {
                mirrors.prune(id, now.minus(RECENT));
            } catch (IOException failure) {
                failures.add(failure);
            }
        }
        removeUnused(now, retention);
        if (!failures.isEmpty()) {
            throw failures.getFirst();
        }
    }

    private void removeUnused(Instant now, Retention retention) throws IOException {
        List<Usage> usages = usages();
        long total = usages.stream().mapToLong(Usage::bytes).sum();
        for (Usage usage : needless(usages, now, retention)) {
            if (mirrors.remove(usage.id())) {
                total -= usage.bytes();
            }
        }
        if (total > retention.mirrorBytes()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the mirrors of checkouts hold {0} bytes, more than the {1} of retention.mirrors-size; all are in use",
                    total,
                    retention.mirrorBytes());
        }
    }

    private List<Usage> usages() throws IOException {
        List<Usage> usages = new ArrayList<>();
        for (MirrorId id : mirrors.all()) {
            usages.add(mirrors.usage(id));
        }
        usages.sort(Comparator.comparing(Usage::usedAt));
        return usages;
    }

    /** Return the mirrors that would be removed whole, the longest unused first. */
    List<Usage> needless(Instant now, Retention retention) throws IOException {
        return needless(usages(), now, retention);
    }

    private static List<Usage> needless(List<Usage> usages, Instant now, Retention retention) {
        long total = usages.stream().mapToLong(Usage::bytes).sum();
        List<Usage> needless = new ArrayList<>();
        for (Usage usage : usages) {
            boolean unused = usage.usedAt().isBefore(now.minus(retention.mirrors()));
            boolean needsRoom =
                    total > retention.mirrorBytes() && usage.usedAt().isBefore(now.minus(IN_USE));
            if (!usage.pinned() && (unused || needsRoom)) {
                needless.add(usage);
                total -= usage.bytes();
            }
        }
        return needless;
    }
}
