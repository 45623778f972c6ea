package build.offload.kernel.offender;

/** Breaks a rule on purpose, to show that the rule bites. */
public final class StartsAThread {
    public void start(Runnable work) {
        Thread.ofVirtual().start(work);
    }
}
