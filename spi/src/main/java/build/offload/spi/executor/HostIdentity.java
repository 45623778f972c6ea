package build.offload.spi.executor;

/**
 * What a host says of itself.
 *
 * @param machineId the lasting id of the installation ({@code /etc/machine-id}); two addresses with one id are one machine
 * @param bootId random id of the present boot
 * @param workspaceRoot the absolute folder on the host below which everything of ours lives
 * @param runner the digest of the runner that will serve this host, empty where the executor has none
 */
public record HostIdentity(String machineId, String bootId, String workspaceRoot, String runner) {}
