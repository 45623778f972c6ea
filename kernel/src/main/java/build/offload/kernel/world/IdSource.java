package build.offload.kernel.world;

/** Randomness. Safe for use by several threads. */
public interface IdSource {

    /** Return a new random UUID (version 4) in its usual form. */
    String uuid();

    /** Return {@code count} random bytes, fit for secrets. */
    byte[] random(int count);
}
