package build.offload.spi.frontend;

import java.util.List;

/**
 * What is over for longer than it is kept, and would go if this machine were cleaned now.
 *
 * @param old what would go, by kind
 * @param undecidedJobs how many jobs have outputs that wait for a decision; those stay, however old they are
 * @param undecidedBytes what these outputs take
 */
public record GarbageView(List<Kind> old, long undecidedJobs, long undecidedBytes) {

    /**
     * One kind of thing.
     *
     * @param kind {@code jobs}, {@code events}, {@code audit}, {@code incidents}, {@code folders} (logs and staging of
     *     attempts), {@code mirrors} (whole ones) or {@code workspaces} (that hosts keep)
     * @param bytes what it takes on this machine's disk beside the store, or on hosts
     */
    public record Kind(String kind, long count, long bytes) {}
}
