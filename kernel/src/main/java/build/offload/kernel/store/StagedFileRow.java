package build.offload.kernel.store;

import build.offload.spi.model.OutputPath;

/** A verified file in a job's staging folder. */
public record StagedFileRow(OutputPath path, boolean executable, long size, String sha256) {}
