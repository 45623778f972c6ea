package build.offload.kernel.store;

/** A path that stood in the way of a publication, and how. */
public record ConflictRow(String path, String reason) {}
