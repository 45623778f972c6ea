package build.offload.kernel.controller;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.controller.Settings.LeaseSettings;
import build.offload.kernel.controller.Settings.Policy;
import build.offload.kernel.controller.Settings.QueueSettings;
import build.offload.kernel.controller.Settings.RetentionSettings;
import build.offload.kernel.controller.Settings.RunSettings;
import build.offload.kernel.dispatch.ConfigurationStep;
import build.offload.kernel.transition.ConfigurationRead;
import build.offload.kernel.transition.Outcome;
import build.offload.kernel.transition.Transition;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.frontend.HealthView.ConfigurationState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** When what the configuration says begins to count. */
class ConfigurationLoopTest {

    private static final Policy FIRST = policy("1", true, Optional.empty(), 60);
    private static final Policy SECOND = policy("2", true, Optional.empty(), 90);
    private static final Policy OFF = policy("3", false, Optional.empty(), 60);
    private static final Policy BROKEN = policy("4", true, Optional.of("config.toml:1: nonsense"), 60);
    private static final Outcome COMMITTED = new Outcome.Committed(new byte[0], 1, false);
    private static final Outcome NO_JOURNAL = new Outcome.AuditUnavailable("disk full");

    private final LivePolicy live = new LivePolicy(FIRST);
    private final List<Transition> asked = new ArrayList<>();
    private Optional<Policy> onDisk = Optional.empty();
    private Outcome answer = COMMITTED;
    private final ConfigurationLoop loop = new ConfigurationLoop(this::changed, this::apply, live);

    private Optional<Policy> changed() {
        Optional<Policy> found = onDisk;
        onDisk = Optional.empty();
        return found;
    }

    private Outcome apply(Transition transition) {
        asked.add(transition);
        return answer;
    }

    private static Policy policy(String digest, boolean enabled, Optional<String> problem, double slo) {
        QueueSettings queue = new QueueSettings(
                slo, Duration.ofSeconds(30), Duration.ofSeconds(45), 1.5, new LeaseSettings(Duration.ofMinutes(10), 1));
        return new Policy(
                digest,
                enabled,
                problem,
                List.of(),
                queue,
                RunSettings.standard(),
                RetentionSettings.standard(),
                _ -> Map.of());
    }

    private void write(Policy policy) {
        onDisk = Optional.of(policy);
        loop.tick();
    }

    @Test
    void whatTheControllerWasStartedWithIsTakenUpOnce() {
        loop.tick();
        loop.tick();

        assertThat(asked).containsExactly(new ConfigurationRead("1", true, Optional.empty()));
    }

    @Test
    void whatIsInForceBeforeTheStartIsNotAskedForAgain() {
        answer = new Outcome.Refused(Refusal.of(ConfigurationStep.KNOWN, "in force"));

        loop.tick();
        loop.tick();

        assertThat(asked).hasSize(1);
    }

    @Test
    void anotherConfigurationCountsFromItsCommitOn() {
        answer = NO_JOURNAL;
        write(SECOND);
        assertThat(live.status().sloSeconds()).isEqualTo(60);

        answer = COMMITTED;
        loop.tick();

        assertThat(live.status().sloSeconds()).isEqualTo(90);
        assertThat(asked).hasSize(2);
    }

    @Test
    void brokenOneStopsDispatchAtOnceAlsoWithoutAJournalAndKeepsWhatWasInForce() {
        write(SECOND);
        answer = NO_JOURNAL;

        write(BROKEN);

        assertThat(live.dispatch().enabled()).isFalse();
        assertThat(live.status().sloSeconds()).isEqualTo(90);
        assertThat(live.view().state()).isEqualTo(ConfigurationState.BROKEN);
        assertThat(live.view().problem()).hasValue("config.toml:1: nonsense");
    }

    @Test
    void repairDispatchesAgain() {
        write(BROKEN);

        write(SECOND);

        assertThat(live.dispatch().enabled()).isTrue();
        assertThat(live.view().problem()).isEmpty();
    }

    @Test
    void disabledIsAStateOfItsOwn() {
        write(OFF);

        assertThat(live.dispatch().enabled()).isFalse();
        assertThat(live.view().state()).isEqualTo(ConfigurationState.DISABLED);
    }

    @Test
    void mistakeInsideTheControllerIsNotTakenForACommit() {
        answer = new Outcome.Refused(Refusal.of("internal-error", "a defect"));

        write(SECOND);

        assertThat(live.status().sloSeconds()).isEqualTo(60);
    }
}
