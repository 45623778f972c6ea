package build.offload.plugin.publish.checkout;

/** Told of each step around a durable change, so that a test can stop there as a crash would. Does nothing in production. */
@FunctionalInterface
public interface Steps {

    Steps UNOBSERVED = _ -> {};

    /** Called right before or after the named step. */
    void at(String step);
}
