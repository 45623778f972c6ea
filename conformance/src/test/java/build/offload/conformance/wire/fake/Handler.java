package build.offload.conformance.wire.fake;

/** Answers requests, from several threads at once. */
@FunctionalInterface
public interface Handler {
    Reply answer(Request request);
}
