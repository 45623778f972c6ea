package build.offload.kernel.status;

import build.offload.spi.model.ProcessIdentity;

/** Whether nobody waits for a job, so that its controller carries it to its end. */
final class Detachment {

    private Detachment() {}

    /** A job from before the last boot counts as detached: whoever waited for it is gone without having given it up. */
    static boolean holds(boolean submittedDetached, ProcessIdentity owner, ProcessIdentity controller) {
        return submittedDetached || !owner.bootId().equals(controller.bootId());
    }
}
