package build.offload.spi.model;

/**
 * What {@code stat} says of a regular file; two equal stamps at two moments mean nobody wrote the file between them.
 *
 * @param modifiedNanos modification time, nanoseconds since the epoch
 * @param changedNanos time of the last change of the inode, nanoseconds since the epoch; no program can set it back
 */
public record FileStamp(long inode, long size, long modifiedNanos, long changedNanos) {}
