package build.offload.kernel.fleet;

import static build.offload.kernel.rig.Answered.host;
import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.rig.Answered;
import build.offload.kernel.rig.Call;
import build.offload.kernel.rig.Rig;
import build.offload.kernel.rig.RigExtension;
import build.offload.kernel.rig.ScriptedHost;
import build.offload.kernel.rig.Trouble;
import build.offload.kernel.store.IncidentRow;
import build.offload.kernel.transition.EditHost;
import build.offload.kernel.transition.Transition.RemoveHost;
import build.offload.spi.frontend.OperatorCall.HostEdit;
import build.offload.spi.model.HostState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tools that become others under a host that goes on running are an incident, and what ends it. */
@ExtendWith(RigExtension.class)
class ToolDriftTest {

    private static final HostEdit ACCEPT = new HostEdit(
            OptionalInt.empty(),
            Optional.empty(),
            Map.of(),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            true);

    private final Rig rig;
    private ScriptedHost a;

    ToolDriftTest(Rig rig) {
        this.rig = rig;
        a = rig.host("a").has("java", "21.0.2").lacks("node").lacks("disk");
        rig.enrolled("a", 1);
    }

    private List<IncidentRow> open() {
        return rig.ledger().read(tx -> tx.incidents().open());
    }

    private Answered look() {
        return rig.observed("a", Optional.empty());
    }

    @Test
    void toolOfAnotherVersionIsAnIncidentWithBeforeAndAfter() {
        a.has("java", "25.0.1");

        Answered seen = look();

        assertThat(seen.story()).containsExactly("host-observed/renewed", "manual-drift/tools-changed");
        assertThat(seen.events().getLast().data().get("tools"))
                .hasToString("[{after=25.0.1, before=21.0.2, command=java}]");
        assertThat(seen.moved()).isZero();
        assertThat(open()).singleElement().satisfies(incident -> {
            assertThat(incident.kind()).isEqualTo("manual-drift");
            assertThat(incident.subject()).isEqualTo("a");
            assertThat(incident.message())
                    .contains("java was 21.0.2 and is 25.0.1")
                    .contains("offload hosts edit a --accept-drift");
        });
    }

    @Test
    void toolThatAppearsAndOneThatVanishesAreOneIncidentSaidOnce() {
        a.has("node", "20.11.1");
        look();
        a.lacks("java");
        look();
        Answered same = look();

        assertThat(same.story()).isEmpty();
        assertThat(open())
                .singleElement()
                .satisfies(incident -> assertThat(incident.message())
                        .contains("java was 21.0.2 and is gone, node was not there and is 20.11.1"));
    }

    @Test
    void whatHasNoVersionAndWhatNoProbeSaidBeforeIsNoDrift() {
        a.lacks("disk").has("cargo", "1.80.0");
        look();
        a.forgets("cargo").forgets("disk");

        assertThat(look().story()).containsExactly("host-observed/renewed");
        assertThat(open()).isEmpty();
    }

    @Test
    void toolsThatAreWhatTheyWereEndIt() {
        a.has("java", "25.0.1");
        look();
        a.has("java", "26");
        look();
        assertThat(open().getFirst().message()).contains("java was 21.0.2 and is 26");

        a.has("java", "21.0.2");

        assertThat(look().story()).containsExactly("host-observed/renewed", "manual-drift-over/as-before");
        assertThat(open()).isEmpty();
    }

    @Test
    void bootEndsItSinceTheToolsAreProvedAnew() {
        a.has("java", "25.0.1");
        look();

        a.boots("boot-2").has("java", "26");

        assertThat(look().story()).containsExactly("host-observed/renewed", "manual-drift-over/proved-anew");
        assertThat(open()).isEmpty();
    }

    @Test
    void operatorAcceptsIt() {
        a.has("java", "25.0.1");
        look();

        Answered accepted = rig.answered(new EditHost(host("a"), ACCEPT, Optional.empty()));

        assertThat(accepted.story()).containsExactly("host-edited/operator", "manual-drift-over/accepted");
        assertThat(accepted.changed()).isTrue();
        assertThat(open()).isEmpty();
        a.has("java", "25.0.2");
        look();
        assertThat(open().getFirst().message()).contains("java was 25.0.1 and is 25.0.2");
        assertThat(rig.answered(new EditHost(host("a"), ACCEPT, Optional.empty()))
                        .changed())
                .isTrue();
        assertThat(rig.answered(new EditHost(host("a"), ACCEPT, Optional.empty()))
                        .changed())
                .isFalse();
    }

    @Test
    void removedHostTakesItsIncidentWithIt() {
        a.has("java", "25.0.1");
        look();

        assertThat(rig.answered(new RemoveHost(host("a"))).story())
                .containsExactly("host-removed/remove", "manual-drift-over/removed");
        assertThat(open()).isEmpty();
    }

    @Test
    void whatAProbeSaidBeforeABootDoesNotHoldAfterIt() {
        a.always(Call.PROBE, Trouble.stalling());
        rig.advanceBySeconds(16);
        assertThat(rig.ledger().state("a")).isEqualTo(HostState.AVAILABLE);

        a.boots("boot-2");
        rig.advanceBySeconds(16);

        assertThat(rig.ledger().state("a")).isEqualTo(HostState.DEGRADED);
        assertThat(rig.ledger().host("a").reason().orElseThrow()).startsWith("capability: probe ");
    }
}
