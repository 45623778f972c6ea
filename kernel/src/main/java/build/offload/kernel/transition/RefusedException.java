package build.offload.kernel.transition;

import build.offload.spi.frontend.Controller.Refusal;

/** Thrown by a step that finds, while it is applied, that it cannot be. What it did so far is taken back. */
public final class RefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // Never serialised; exceptions merely could be.
    private final Refusal refusal;

    /** Create an exception over a refusal. */
    public RefusedException(Refusal refusal) {
        super(refusal.message());
        this.refusal = refusal;
    }

    /** Return the refusal. */
    public Refusal refusal() {
        return refusal;
    }
}
