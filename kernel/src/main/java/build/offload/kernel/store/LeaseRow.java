package build.offload.kernel.store;

import build.offload.spi.model.HostName;
import java.time.Instant;

/**
 * The last lease under which a laptop takes jobs itself.
 *
 * @param reason a code that says why it was granted
 * @param jobsLeft how many jobs it admits yet
 */
public record LeaseRow(HostName host, State state, String reason, Instant grantedAt, Instant expiresAt, int jobsLeft) {

    /** How a lease stands. */
    public enum State {
        /** It was granted; whether its time is up the clock says. */
        GRANTED,
        /** Its time was seen to be up. */
        EXPIRED,
        /** An operator called it back; nothing is granted in its place before its time is up. */
        RECALLED
    }

    /** Return whether it holds at a moment, used up or not. */
    public boolean active(Instant now) {
        return state == State.GRANTED && now.isBefore(expiresAt);
    }

    /** Return whether its time is up and nobody has called it back. */
    public boolean expired(Instant now) {
        return state == State.EXPIRED || (state == State.GRANTED && !active(now));
    }

    /** Return whether it admits another job at a moment. */
    public boolean admits(Instant now) {
        return active(now) && jobsLeft > 0;
    }

    /** Return it in another state. */
    public LeaseRow with(State other) {
        return new LeaseRow(host, other, reason, grantedAt, expiresAt, jobsLeft);
    }

    /** Return it after it admitted a job. */
    public LeaseRow used() {
        return new LeaseRow(host, state, reason, grantedAt, expiresAt, jobsLeft - 1);
    }
}
