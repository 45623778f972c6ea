package build.offload.kernel.transition;

import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.spi.frontend.Controller.Refusal;
import java.util.Optional;

/**
 * What a transition requires and does. Both are functions of the state in the transaction and of the facts; they wait for
 * nothing, and may be run more than once before their outcome counts.
 */
public interface Step {

    /** Return why the transition cannot be; empty when it can. Run before the audit intent, and again under the writer lock. */
    Optional<Refusal> guard(ReadTransaction tx, Facts facts);

    /**
     * Change the state. Whatever is thrown takes back this step alone.
     *
     * @throws RefusedException when it turns out that it cannot be
     */
    Effect apply(WriteTransaction tx, Facts facts);
}
