package build.offload.kernel.controller;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.rig.Rig;
import build.offload.kernel.rig.RigExtension;
import build.offload.kernel.transition.Outcome;
import build.offload.kernel.transition.Transition;
import build.offload.kernel.transition.Wish;
import build.offload.spi.frontend.Controller.VerbCall;
import build.offload.spi.model.HostState;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Half of a request changes nothing, and a host that is given back takes jobs again. */
@Tag("B03")
@ExtendWith(RigExtension.class)
class HalfRequestTest {

    private final Rig rig;

    HalfRequestTest(Rig rig) {
        this.rig = rig;
        rig.enrolled("a", 1);
    }

    private Wish wish(String verb, Map<String, String> args) {
        return VerbReader.read(new VerbCall(verb, rig.ledger().revision(), "key", args));
    }

    private Outcome ask(String verb) {
        if (wish(verb, Map.of("host", "a")) instanceof Wish.Change(Transition change)) {
            return rig.ask(change);
        }
        throw new AssertionError(verb + " cannot be read");
    }

    @Test
    void restoreWithoutAHostIsNoneAndAWholeOneLetsTheHostTakeJobsAgain() {
        Rig.committed(ask("box-drain"));
        rig.until("a", HostState.MAINTENANCE);
        long revision = rig.ledger().revision();

        assertThat(wish("box-restore", Map.of())).isInstanceOf(Wish.Malformed.class);
        assertThat(wish("box-restore", Map.of("host", "a", "eligible", "true"))).isInstanceOf(Wish.Malformed.class);
        assertThat(rig.ledger().revision()).isEqualTo(revision);
        assertThat(rig.ledger().state("a")).isEqualTo(HostState.MAINTENANCE);

        Rig.committed(ask("box-restore"));
        rig.until("a", HostState.AVAILABLE);
        JobId job = rig.submit("key-1");
        rig.until(job, JobStage.SUCCEEDED);
    }
}
