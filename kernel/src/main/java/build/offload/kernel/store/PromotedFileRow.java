package build.offload.kernel.store;

import build.offload.spi.model.FileStamp;
import build.offload.spi.model.JobId;
import build.offload.spi.model.OutputPath;

/** A file that a promotion put into a checkout; {@code queueSeq} is the place of the job whose output it is. */
public record PromotedFileRow(OutputPath path, JobId job, long queueSeq, FileStamp stamp) {}
