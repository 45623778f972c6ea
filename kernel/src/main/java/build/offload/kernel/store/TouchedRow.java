package build.offload.kernel.store;

/** What events were about; either may be empty. */
public record TouchedRow(String job, String host) {}
