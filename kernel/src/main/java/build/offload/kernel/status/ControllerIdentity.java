package build.offload.kernel.status;

/**
 * Which controller this is.
 *
 * @param id its lasting id
 * @param epoch how many times it was started
 * @param version the product's version
 */
public record ControllerIdentity(String id, long epoch, String version) {}
