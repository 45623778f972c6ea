package build.offload.kernel.store;

/**
 * What events were about; job or host may be empty.
 *
 * @param asked whether one of them is of the type that was asked for
 */
public record TouchedRow(String job, String host, boolean asked) {}
