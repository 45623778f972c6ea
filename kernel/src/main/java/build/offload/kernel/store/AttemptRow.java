package build.offload.kernel.store;

import build.offload.spi.model.AttemptId;
import build.offload.spi.model.HostName;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One run of a job on a host.
 *
 * @param handle by which the host's process is recognised; absent before it was started
 * @param active whether it is the job's present attempt and not at its end
 * @param swept whether the host keeps nothing of it any more
 */
public record AttemptRow(
        AttemptId id,
        HostName host,
        Optional<String> handle,
        boolean active,
        boolean swept,
        Times times,
        Transfer transfer,
        String controllerId,
        long controllerEpoch) {

    /** When each of its phases was reached. */
    public record Times(
            Instant placed,
            Optional<Instant> prepared,
            Optional<Instant> started,
            Optional<Instant> exited,
            Optional<Instant> collected,
            Optional<Instant> finished) {}

    /** What travelled. */
    public record Transfer(OptionalLong sentBytes, OptionalLong pulledBytes, OptionalLong pullMillis) {}
}
