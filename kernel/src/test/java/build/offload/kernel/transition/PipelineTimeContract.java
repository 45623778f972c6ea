package build.offload.kernel.transition;

import static build.offload.kernel.transition.PipelineRig.keyed;
import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.store.FaultPlan;
import build.offload.kernel.store.Intent;
import build.offload.kernel.store.Store;
import build.offload.kernel.store.StoreBackend;
import build.offload.spi.frontend.EventView;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the pipeline does with the time, on any database. */
abstract class PipelineTimeContract {

    private PipelineRig rig;

    /** Return the database, empty. */
    abstract StoreBackend backend();

    @BeforeEach
    void open() {
        rig = new PipelineRig(backend());
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void clockThatIsSetBackAnHourLosesNothingAndRepeatsNothing() {
        Outcome.Committed first = PipelineFaultContract.committed(rig.ask(keyed("a", "key-1")));
        rig.sim.clock().jumpTo(rig.sim.clock().now().minus(Duration.ofHours(1)));

        assertThat(PipelineFaultContract.committed(rig.ask(keyed("a", "key-1"))).body())
                .isEqualTo(first.body());
        assertThat(PipelineFaultContract.committed(rig.ask(keyed("b", "key-2"))).revision())
                .isEqualTo(2);
        rig.pipeline.prune(rig.sim.clock().now());
        rig.pipeline.step();
        rig.restart();

        assertThat(rig.keptAnswers()).isEqualTo(2);
        assertThat(rig.events()).extracting(EventView::revision).containsExactly(1L, 2L);
        assertThat(rig.events().getLast().ts()).isBefore(rig.events().getFirst().ts());
        assertThat(rig.intentStates()).containsOnly(Intent.State.APPLIED);
    }

    @Test
    void heartbeatIsWrittenWhenSomebodyIsThereToLookForIt() {
        Instant started = heartbeat();
        rig.sim.clock().advance(Duration.ofMinutes(1));

        rig.pipeline.beat();
        rig.pipeline.step();
        assertThat(heartbeat()).as("alone").isEqualTo(started);

        try (Store other = rig.backend.open(rig.sim.world(), new FaultPlan())) {
            Registration.open(other, "controller-2", rig.sim.world());
            rig.pipeline.beat();
            assertThat(rig.pipeline.step()).isTrue();
            assertThat(rig.pipeline.step()).isFalse();
        }
        assertThat(heartbeat()).isAfter(started);
        assertThat(rig.intents()).as("nothing to decide on, nothing to audit").isEmpty();
    }

    private Instant heartbeat() {
        return rig.read(tx -> tx.controllers().find(PipelineRig.CONTROLLER))
                .orElseThrow()
                .heartbeatAt();
    }
}
