package build.offload.kernel.store;

/** What is known about a commit once it was tried. */
public sealed interface CommitResult {

    /** It is durable. */
    record Committed() implements CommitResult {}

    /** It did not happen, and never will. */
    record NotCommitted(String reason) implements CommitResult {}

    /** The acknowledgement was lost: it may have happened. */
    record Unknown(String reason) implements CommitResult {}
}
