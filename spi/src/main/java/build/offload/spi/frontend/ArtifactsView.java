package build.offload.spi.frontend;

import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import build.offload.spi.model.PublicationPhase;
import java.util.List;
import java.util.Optional;

/**
 * What a job brought back, and what is to become of it.
 *
 * @param publication where the outputs are; {@code BLOCKED} for those that wait for a decision
 * @param staging the folder that keeps them, while it keeps them
 * @param why what the last try to publish came to; absent while there was none
 * @param publishable whether a further try is possible: the outputs are verified, wait for a decision, and are kept
 * @param count how many files there are, {@code files} may hold fewer
 * @param bytes the size of all of them
 * @param conflicts what stood in the way at the last try and is no staged file itself
 */
public record ArtifactsView(
        JobId id,
        JobStage stage,
        PublicationPhase publication,
        Optional<String> staging,
        Optional<JobView.Why> why,
        boolean publishable,
        int count,
        long bytes,
        List<Artifact> files,
        List<JobView.Conflict> conflicts) {

    /**
     * One file, by its path in the checkout.
     *
     * @param size in bytes
     * @param sha256 lower-case hexadecimal
     * @param blocked how what is in the checkout stood in its way at the last try
     */
    public record Artifact(String path, boolean executable, long size, String sha256, Optional<String> blocked) {}
}
