package build.offload.kernel.offender;

/** Breaks a rule on purpose, to show that the rule bites. */
public final class CatchesEverything {
    public boolean swallow(Runnable work) {
        try {
            work.run();
            return true;
        } catch (Throwable anything) {
            return false;
        }
    }
}
