package build.offload.plugin.http;

import java.time.Duration;

/** How much a client may send and how long it may keep a connection busy. */
record Limits(Sizes sizes, Times times) {

    /** The limits the product runs with. */
    static Limits standard() {
        return new Limits(
                new Sizes(1024, 64 << 10, 1 << 20, 4 << 20),
                new Times(Duration.ofSeconds(30), Duration.ofSeconds(10), Duration.ofSeconds(60)));
    }

    /**
     * Amounts.
     *
     * @param connections how many connections may be open at once; the next one waits in the listen queue
     * @param requestBytes the largest body of any request but a submission
     * @param submissionBytes the largest body of a submission
     * @param skippedBytes the largest body that is read and thrown away, so that a client that was refused early still hears why
     */
    record Sizes(int connections, int requestBytes, int submissionBytes, int skippedBytes) {}

    /**
     * Durations.
     *
     * @param peer how long a client may take to send a head or a body, or to take a piece of an answer
     * @param watchSlice how long a watch may stay silent before an empty line is sent
     * @param watchBudget how long one watch lasts; a multiple of the slice
     */
    record Times(Duration peer, Duration watchSlice, Duration watchBudget) {

        /** How many slices a watch lasts. */
        int watchSlices() {
            return Math.toIntExact(Math.max(1, watchBudget.dividedBy(watchSlice)));
        }
    }
}
