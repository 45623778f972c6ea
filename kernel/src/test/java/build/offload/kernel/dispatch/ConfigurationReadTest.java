package build.offload.kernel.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.rig.Answered;
import build.offload.kernel.rig.Rig;
import build.offload.kernel.rig.RigExtension;
import build.offload.kernel.store.IncidentRow;
import build.offload.kernel.transition.ConfigurationRead;
import build.offload.kernel.transition.Outcome;
import build.offload.spi.frontend.EventView;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What taking up a configuration leaves behind. */
@ExtendWith(RigExtension.class)
class ConfigurationReadTest {

    private static final String BROKEN = "config.toml:3: port: must be a whole number";

    private final Rig rig;

    ConfigurationReadTest(Rig rig) {
        this.rig = rig;
    }

    @Test
    void configurationInOrderMovesTheRevisionOnceAndIsOneEvent() {
        Answered taken = read("a", true, Optional.empty());

        assertThat(taken.moved()).isEqualTo(1);
        assertThat(taken.events()).extracting(EventView::type).containsExactly("configuration-read");
        assertThat(taken.events()).extracting(EventView::stage).containsExactly("config");
        assertThat(taken.events()).extracting(EventView::reason).containsExactly("valid");
        assertThat(incidents()).isEmpty();
    }

    @Test
    void configurationThatIsInForceIsRefusedAndChangesNothing() {
        read("a", true, Optional.empty());

        Answered again = read("a", true, Optional.empty());

        assertThat(again.outcome())
                .asInstanceOf(InstanceOfAssertFactories.type(Outcome.Refused.class))
                .extracting(refused -> refused.refusal().code())
                .isEqualTo(ConfigurationStep.KNOWN);
        assertThat(again.moved()).isZero();
        assertThat(again.events()).isEmpty();
    }

    @Test
    void disabledIsNoIncident() {
        Answered taken = read("a", false, Optional.empty());

        assertThat(taken.events()).extracting(EventView::reason).containsExactly("disabled");
        assertThat(incidents()).isEmpty();
    }

    @Test
    void brokenConfigurationIsExactlyOneOpenIncidentWhateverElseIsWrongNext() {
        read("a", true, Optional.of(BROKEN));
        read("b", true, Optional.of("config.toml:1: is not TOML"));

        assertThat(incidents()).singleElement().satisfies(incident -> {
            assertThat(incident.kind()).isEqualTo("config-invalid");
            assertThat(incident.severity()).isEqualTo("act");
            assertThat(incident.message()).isEqualTo("config.toml:1: is not TOML");
        });
    }

    @Test
    void repairClosesTheIncidentAndMovesTheRevision() {
        read("a", true, Optional.of(BROKEN));

        Answered repaired = read("b", true, Optional.empty());

        assertThat(repaired.moved()).isEqualTo(1);
        assertThat(incidents()).isEmpty();
    }

    @Test
    void sameConfigurationAfterARestartIsNoChangeAndAnEarlierOneIs() {
        read("a", true, Optional.empty());
        read("b", true, Optional.empty());
        rig.restart();

        assertThat(read("b", true, Optional.empty()).moved()).isZero();
        assertThat(read("a", true, Optional.empty()).moved()).isEqualTo(1);
    }

    private Answered read(String digest, boolean enabled, Optional<String> problem) {
        return rig.answered(new ConfigurationRead(digest, enabled, problem));
    }

    private List<IncidentRow> incidents() {
        return rig.ledger().read(tx -> tx.incidents().open());
    }
}
