package build.offload.kernel.simulation;

import build.offload.kernel.dispatch.DispatchPolicy.LeaseTerms;
import build.offload.spi.frontend.EventView;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Keeps, by the events alone, the fallback lease of the laptop: until when it lasts and how many jobs it admits yet. */
final class LeaseCheck {

    private final Findings findings;
    private final LeaseTerms terms;
    private Instant until = Instant.MIN;
    private boolean open;
    private int left;

    LeaseCheck(Findings findings, LeaseTerms terms) {
        this.findings = findings;
        this.terms = terms;
    }

    /** Take in an event of the lease. */
    void follow(EventView event) {
        switch (event.type()) {
            case "lease-granted" -> granted(event);
            case "lease-expired" -> {
                findings.require(
                        !event.ts().isBefore(until), Rule.SPILL, "the lease expired before its time: " + event);
                open = false;
            }
            case "spill-recalled" -> open &= event.host().isEmpty();
            default -> {}
        }
    }

    /** By the rule, none follows another before its time is up; one that was overridden may. */
    private void granted(EventView event) {
        boolean ruled = event.reason().equals("overloaded");
        findings.require(
                !ruled || (terms.jobs() > 0 && !event.ts().isBefore(until)),
                Rule.SPILL,
                "a lease was granted although the last one lasts until " + until + ": " + event);
        until = Instant.parse(String.valueOf(event.data().get("expiresAt"))).truncatedTo(ChronoUnit.MILLIS);
        left = Integer.parseInt(String.valueOf(event.data().get("jobs")));
        open = true;
        findings.require(
                until.equals(event.ts().plus(terms.lasts())) && left <= Math.max(1, terms.jobs()),
                Rule.SPILL,
                "the lease is on other terms than " + terms + ": " + event);
    }

    /** Take in that the laptop was given a job. */
    void used(EventView placement) {
        boolean admits = open && placement.ts().isBefore(until) && left > 0;
        findings.require(
                admits,
                Rule.SPILL,
                placement.host() + " got " + placement.job() + " under a lease that is " + (open ? "" : "not ")
                        + "open until " + until + " for " + left + " more");
        left--;
    }
}
