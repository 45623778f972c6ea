package build.offload.kernel.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.dispatch.DispatchPolicy.LeaseTerms;
import build.offload.kernel.simulation.Findings.Found;
import build.offload.spi.frontend.EventView;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** What watches over the fallback lease finds each thing that it is to find. */
class LeaseCheckTest {

    private static final Duration LASTS = Duration.ofSeconds(60);

    private final Findings findings = new Findings();
    private final LeaseCheck lease = new LeaseCheck(findings, new LeaseTerms(LASTS, 2));

    private static EventView event(int second, String type, String reason, Map<String, Object> data) {
        return new EventView(
                1,
                1,
                type,
                "controller",
                at(second),
                "",
                "",
                "laptop",
                "",
                0,
                "lease",
                reason,
                OptionalInt.empty(),
                0,
                data);
    }

    private static Instant at(int second) {
        return Instant.EPOCH.plusSeconds(second);
    }

    private void granted(int second, String reason, Duration lasts, int jobs) {
        Map<String, Object> data = Map.of("expiresAt", at(second).plus(lasts).toString(), "jobs", jobs);
        lease.follow(event(second, "lease-granted", reason, data));
    }

    private void recalled(int second) {
        lease.follow(event(second, "spill-recalled", "active", Map.of()));
    }

    private void used(int second) {
        lease.used(event(second, "job-placed", "spilled", Map.of()));
    }

    private Optional<Rule> broken() {
        return findings.first().map(Found::rule);
    }

    @Test
    void leaseAdmitsAsManyJobsAsItSaysAndIsFollowedByAnotherInItsTime() {
        granted(0, "overloaded", LASTS, 2);
        used(0);
        used(59);
        lease.follow(event(60, "lease-expired", "idle", Map.of()));
        granted(60, "overloaded", LASTS, 2);
        used(60);
        granted(70, "local-override", LASTS, 2);

        assertThat(broken()).isEmpty();
    }

    @Test
    void jobWithoutALeaseIsFound() {
        used(0);

        assertThat(broken()).contains(Rule.SPILL);
    }

    @Test
    void jobTooManyIsFound() {
        granted(0, "overloaded", LASTS, 2);
        used(1);
        used(2);
        assertThat(broken()).isEmpty();
        used(3);

        assertThat(broken()).contains(Rule.SPILL);
    }

    @Test
    void jobAfterTheEndIsFound() {
        granted(0, "overloaded", LASTS, 2);
        used(60);

        assertThat(broken()).contains(Rule.SPILL);
    }

    @Test
    void jobAfterARecallIsFound() {
        granted(0, "overloaded", LASTS, 2);
        recalled(1);
        used(2);

        assertThat(broken()).contains(Rule.SPILL);
    }

    @Test
    void leaseBeforeTheLastOnesTimeIsUpIsFound() {
        granted(0, "overloaded", LASTS, 2);
        recalled(1);
        granted(59, "overloaded", LASTS, 2);

        assertThat(broken()).contains(Rule.SPILL);
    }

    @Test
    void leaseOnOtherTermsIsFound() {
        granted(0, "overloaded", LASTS.plusSeconds(1), 2);

        assertThat(broken()).contains(Rule.SPILL);
    }

    @Test
    void leaseForMoreJobsIsFound() {
        granted(0, "overloaded", LASTS, 3);

        assertThat(broken()).contains(Rule.SPILL);
    }
}
