package build.offload.kernel.dispatch;

import java.time.Duration;

/**
 * What dispatch goes by.
 *
 * @param enabled whether anything is dispatched at all
 * @param staleAfter how old a host's last answer may be while it still takes jobs
 * @param overloadFactor load1 per core above which a host counts as overloaded
 * @param placementsPerPass how many jobs one pass places at most
 * @param wedgeAfter how long nothing may be dispatched, though it could, before that is a wedge
 * @param lease the terms on which the laptop takes jobs itself
 */
public record DispatchPolicy(
        boolean enabled,
        Duration staleAfter,
        double overloadFactor,
        int placementsPerPass,
        Duration wedgeAfter,
        LeaseTerms lease) {

    /**
     * How far a fallback lease goes.
     *
     * @param lasts how long it lasts
     * @param jobs how many jobs it admits; with 0 none is granted but for an override
     */
    public record LeaseTerms(Duration lasts, int jobs) {
        /** Return the terms that hold where nothing else is configured. */
        public static LeaseTerms standard() {
            return new LeaseTerms(Duration.ofMinutes(10), 1);
        }
    }

    /** Create a policy with the usual fallback lease. */
    public DispatchPolicy(
            boolean enabled, Duration staleAfter, double overloadFactor, int placementsPerPass, Duration wedgeAfter) {
        this(enabled, staleAfter, overloadFactor, placementsPerPass, wedgeAfter, LeaseTerms.standard());
    }

    /** Return the policy that holds where nothing else is configured. */
    public static DispatchPolicy standard() {
        return new DispatchPolicy(true, Duration.ofSeconds(45), 1.5, 64, Duration.ofSeconds(30));
    }
}
