package build.offload.kernel.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.rig.Answered;
import build.offload.kernel.rig.Rig;
import build.offload.kernel.rig.RigExtension;
import build.offload.kernel.store.IncidentRow;
import build.offload.kernel.transition.DispatchFreed;
import build.offload.kernel.transition.DispatchWedged;
import build.offload.spi.frontend.EventView;
import build.offload.spi.model.HostName;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A wedge is written down once when it begins and once when it ends. */
@ExtendWith(RigExtension.class)
class WedgeStepsTest {

    private static final DispatchWedged WEDGED = new DispatchWedged(new HostName("a"), "job x fits a");

    private final Rig rig;

    WedgeStepsTest(Rig rig) {
        this.rig = rig;
    }

    @Test
    void wedgeIsOneEventAndOneIncidentHoweverOftenItIsSeen() {
        Answered first = rig.answered(WEDGED);
        Answered second = rig.answered(WEDGED);

        assertThat(first.events()).singleElement().satisfies(event -> {
            assertThat(event.type()).isEqualTo("dispatch-wedged");
            assertThat(event.stage()).isEqualTo("queue");
            assertThat(event.host()).isEqualTo("a");
        });
        assertThat(second.events()).isEmpty();
        assertThat(incidents()).extracting(IncidentRow::kind).containsExactly("dispatch-wedged");
    }

    @Test
    void endOfAWedgeClosesTheIncidentAndIsOneEvent() {
        rig.answered(WEDGED);

        Answered freed = rig.answered(new DispatchFreed());

        assertThat(freed.events()).extracting(EventView::type).containsExactly("dispatch-freed");
        assertThat(incidents()).isEmpty();
        assertThat(rig.answered(new DispatchFreed()).events()).isEmpty();
    }

    private List<IncidentRow> incidents() {
        return rig.ledger().read(tx -> tx.incidents().open());
    }
}
