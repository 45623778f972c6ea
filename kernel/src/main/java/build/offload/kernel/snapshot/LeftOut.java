package build.offload.kernel.snapshot;

/** Something in the checkout that a snapshot would hold by the user's rules but cannot, and why. */
public record LeftOut(String path, String reason) {}
