package build.offload.kernel.snapshot;

import build.offload.spi.model.FileStamp;
import build.offload.spi.model.OutputPath;
import build.offload.spi.model.OutputPattern;
import java.util.List;
import java.util.Map;

/**
 * What a checkout's generation leaves aside for one job.
 *
 * @param outputs the job's declarations; what they cover is compared file by file when it is published
 * @param placed the files that promotions of ours put into this checkout, each with the stamp it had then; one that still
 *     has it is ours and not the user's
 */
public record GenerationRule(List<OutputPattern> outputs, Map<OutputPath, FileStamp> placed) {
    public GenerationRule {
        outputs = List.copyOf(outputs);
        placed = Map.copyOf(placed);
    }
}
