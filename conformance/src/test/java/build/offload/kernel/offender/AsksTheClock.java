package build.offload.kernel.offender;

import java.time.Instant;

/** Breaks a rule on purpose, to show that the rule bites. */
public final class AsksTheClock {
    public Instant when() {
        return Instant.now();
    }
}
