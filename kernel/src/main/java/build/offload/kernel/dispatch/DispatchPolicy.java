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
 */
public record DispatchPolicy(
        boolean enabled, Duration staleAfter, double overloadFactor, int placementsPerPass, Duration wedgeAfter) {

    /** Return the policy that holds where nothing else is configured. */
    public static DispatchPolicy standard() {
        return new DispatchPolicy(true, Duration.ofSeconds(45), 1.5, 64, Duration.ofSeconds(30));
    }
}
