package build.offload.spi.frontend;

import build.offload.spi.model.HostName;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import build.offload.spi.model.PublicationPhase;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A job with everything its submitter may want to know.
 *
 * @param attempt the number of the present attempt; 0 before the first
 * @param position its place among the waiting tickets, from 1, while it waits
 * @param why the reason of its end or of its waiting: a code, then a sentence
 * @param infraFailure the typed failure, when it was not the build's own
 * @param spilled whether it ran on the laptop
 * @param staging the folder that keeps the outputs, while it keeps them
 * @param promoted the files that were put in place
 * @param conflicts for a blocked job, every path that stood in the way and how
 */
public record JobView(
        JobId id,
        String repo,
        String checkout,
        String commandClass,
        JobStage stage,
        int attempt,
        Optional<HostName> host,
        OptionalInt position,
        OptionalInt rc,
        Optional<Why> why,
        Optional<String> infraFailure,
        boolean detached,
        boolean spilled,
        PublicationPhase publication,
        Optional<String> staging,
        List<String> promoted,
        List<Conflict> conflicts,
        Times times,
        Transfer transfer) {

    /** A code and a sentence. */
    public record Why(String code, String message) {}

    /** A path that stood in the way. */
    public record Conflict(String path, String reason) {}

    /** When each phase of the present attempt began. */
    public record Times(
            Instant submitted,
            Optional<Instant> placed,
            Optional<Instant> started,
            Optional<Instant> exited,
            Optional<Instant> collected,
            Optional<Instant> finished) {}

    /** Bytes that travelled, how long the way back took, and what is on its way. */
    public record Transfer(
            OptionalLong sentBytes, OptionalLong pulledBytes, OptionalLong pullMillis, Optional<Moving> moving) {

        /** Create a transfer of which nothing is on its way. */
        public Transfer(OptionalLong sentBytes, OptionalLong pulledBytes, OptionalLong pullMillis) {
            this(sentBytes, pulledBytes, pullMillis, Optional.empty());
        }
    }

    /**
     * A transfer on its way.
     *
     * @param what {@code snapshot} to the host, or {@code outputs} back from it
     * @param bytes what has travelled so far
     * @param total what will have travelled at the end, where that is known
     */
    public record Moving(String what, long bytes, OptionalLong total) {}
}
