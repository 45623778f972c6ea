package build.offload.kernel.transition;

import build.offload.spi.frontend.OperatorCall.BuildRequest;
import build.offload.spi.model.FileStamp;
import build.offload.spi.model.JobId;
import build.offload.spi.model.MirrorId;
import build.offload.spi.model.OutputPath;
import build.offload.spi.model.ProcessIdentity;
import build.offload.spi.model.TreeId;
import java.util.List;
import java.util.Map;

/**
 * A build with its snapshot already captured.
 *
 * @param generation digest of the checkout at capture, without outputs and what promotions put there
 * @param outputStamps what stood under the declared outputs at capture
 */
public record Submission(
        String key,
        MirrorId mirror,
        String checkout,
        String folder,
        BuildRequest build,
        TreeId snapshot,
        List<String> emptyFolders,
        String generation,
        Map<OutputPath, FileStamp> outputStamps,
        ProcessIdentity owner,
        boolean detached) {

    /** Return the job's id. */
    public JobId id() {
        return JobId.of(key, mirror);
    }
}
