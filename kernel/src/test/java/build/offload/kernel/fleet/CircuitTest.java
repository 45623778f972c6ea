package build.offload.kernel.fleet;

import static build.offload.kernel.rig.Answered.host;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import build.offload.kernel.rig.Answered;
import build.offload.kernel.rig.Call;
import build.offload.kernel.rig.Order;
import build.offload.kernel.rig.Rig;
import build.offload.kernel.rig.RigExtension;
import build.offload.kernel.rig.ScriptedHost;
import build.offload.kernel.rig.Trouble;
import build.offload.kernel.store.CircuitRow;
import build.offload.kernel.store.LaunchFailureRow;
import build.offload.kernel.transition.Transition.CircuitProbed;
import build.offload.kernel.transition.Transition.HostQuarantine;
import build.offload.kernel.transition.Transition.HostUnquarantine;
import build.offload.spi.executor.ExecutorException.Kind;
import build.offload.spi.frontend.EventView;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Circuits: what opens them, what closes them, and what they keep off a host. */
@ExtendWith(RigExtension.class)
class CircuitTest {

    private final Rig rig;
    private ScriptedHost a;

    CircuitTest(Rig rig) {
        this.rig = rig;
        a = rig.enrolled("a", 4);
    }

    @Test
    void quarantineOpensACircuitAndSaysSo() {
        Answered answer = rig.answered(new HostQuarantine(host("a"), "playwright browsers"));

        assertThat(answer.json())
                .isEqualTo("{\"changed\":true,\"circuit\":\"open\",\"command\":\"playwright browsers\","
                        + "\"host\":\"a\",\"pending\":[]}");
        assertThat(answer.story()).containsExactly("circuit-opened/host-quarantine");
        assertThat(answer.moved()).isEqualTo(1);
        assertThat(circuit("playwright browsers")).isEqualTo(CircuitRow.State.OPEN);
    }

    @Test
    void quarantineAgainChangesNothingAndIsStillACommit() {
        rig.answered(new HostQuarantine(host("a"), "make"));

        Answered again = rig.answered(new HostQuarantine(host("a"), "make"));

        assertThat(again.changed()).isFalse();
        assertThat(again.moved()).isEqualTo(1);
        assertThat(again.story()).containsExactly("circuit-opened/unchanged");
    }

    @Test
    void unknownHostIsRefusedByBothVerbs() {
        assertThat(rig.answered(new HostQuarantine(host("nobody"), "make")).code())
                .isEqualTo("unknown-host");
        assertThat(rig.answered(new HostUnquarantine(host("nobody"), "make")).code())
                .isEqualTo("unknown-host");
    }

    @Test
    void unquarantineOfWhatIsNotQuarantinedIsRefused() {
        Answered answer = rig.answered(new HostUnquarantine(host("a"), "make"));

        assertThat(answer.code()).isEqualTo("not-quarantined");
        assertThat(answer.moved()).isZero();
    }

    @Test
    void unquarantineHalfOpensAndTheProbeThatFollowsCloses() {
        a.installs("make");
        rig.answered(new HostQuarantine(host("a"), "make"));

        Answered answer = rig.answered(new HostUnquarantine(host("a"), "make"));
        assertThat(answer.json())
                .isEqualTo("{\"changed\":true,\"circuit\":\"half-open\",\"command\":\"make\",\"host\":\"a\","
                        + "\"pending\":[\"re-probe\"]}");
        assertThat(answer.story()).containsExactly("circuit-half-open/host-unquarantine");
        rig.tick();

        assertThat(rig.ledger().circuit("a", "make")).isEmpty();
        assertThat(lastEvent()).isEqualTo("circuit-closed/probe-green");
    }

    @Test
    void wordsThatNameNoProgramAreBelievedToTheOperatorWhereNoProbeSpeaksAgainstThem() {
        rig.answered(new HostQuarantine(host("a"), "playwright browsers"));
        rig.answered(new HostUnquarantine(host("a"), "playwright browsers"));

        rig.tick();

        assertThat(rig.ledger().circuit("a", "playwright browsers")).isEmpty();
    }

    @Test
    void probeThatKnowsTheWordsDecides() {
        a.lacks("playwright browsers");
        rig.advanceBySeconds(20);
        rig.answered(new HostQuarantine(host("a"), "playwright browsers"));
        rig.answered(new HostUnquarantine(host("a"), "playwright browsers"));

        rig.tick();

        assertThat(circuit("playwright browsers")).isEqualTo(CircuitRow.State.OPEN);
    }

    @Test
    void probedOnlyWhileHalfOpen() {
        CircuitProbed probed = new CircuitProbed(host("a"), "make", true, "found");
        assertThat(rig.answered(probed).code()).isEqualTo("not-half-open");

        rig.answered(new HostQuarantine(host("a"), "make"));
        assertThat(rig.answered(probed).code()).isEqualTo("not-half-open");
    }

    @Test
    @Tag("B17")
    void threeMissingCommandsInARowKeepTheirClassOffAndNoOther() {
        a.exits(127);
        run("key-1");
        run("key-2");
        assertThat(rig.ledger().circuit("a", "make")).isEmpty();

        JobId third = run("key-3");
        rig.tick();

        assertThat(circuit("make")).isEqualTo(CircuitRow.State.OPEN);
        assertThat(rig.ledger().job(third).progress().rc()).hasValue(127);
        assertThat(circuitStory())
                .containsExactly("circuit-half-open/capability-missing", "circuit-opened/capability-missing");
        JobId same = rig.submit("key-4");
        JobId other = rig.submit(Order.named("key-5").running("cargo", "build"));
        a.exits(0);
        rig.tick();
        assertThat(rig.ledger().stage(same)).isEqualTo(JobStage.WAITING);
        assertThat(rig.ledger().stage(other)).isEqualTo(JobStage.SUCCEEDED);
    }

    @Test
    @Tag("B17")
    void circuitIsHalfOpenUntilTheHostWasAskedAndMovesTheRevisionOnceForEachStep() {
        a.exits(126).always(Call.RUN, Trouble.failing(Kind.CONNECTION_LOST));
        run("key-1");
        run("key-2");
        long before = rig.ledger().revision();

        run("key-3");

        assertThat(circuit("make")).isEqualTo(CircuitRow.State.HALF_OPEN);
        assertThat(rig.ledger().revision()).isEqualTo(before + 1);
        rig.advanceBySeconds(5);
        assertThat(circuit("make")).as("no answer says nothing").isEqualTo(CircuitRow.State.HALF_OPEN);
    }

    @Test
    @Tag("B17")
    void commandThatIsThereAfterAllClosesTheCircuit() {
        a.exits(127).installs("make");
        run("key-1");
        run("key-2");
        run("key-3");

        rig.tick();

        assertThat(rig.ledger().circuit("a", "make")).isEmpty();
        assertThat(circuitStory())
                .containsExactly("circuit-half-open/capability-missing", "circuit-closed/probe-green");
    }

    @Test
    void probeLooksForTheProgramOfTheClassAndNotForItsName() {
        a.exits(127).installs("cargo");
        for (int i = 0; i < 3; i++) {
            rig.submit(Order.named("key-" + i).named("unit-tests", List.of("cargo", "test")));
            rig.tick();
        }

        rig.tick();

        assertThat(rig.ledger().circuit("a", "unit-tests")).isEmpty();
        assertThat(a.calls()).anyMatch(call -> call.startsWith("RUN sh -c ") && call.endsWith(" sh cargo"));
    }

    @Test
    void probeLooksForTheProgramThatWasMissingAndNotForThatOfAnotherCheckout() {
        a.exits(127).installs("make");
        for (int i = 0; i < 3; i++) {
            rig.submit(Order.named("key-" + i).named("build", List.of("gradle", "build")));
            rig.pass();
            rig.lanes().drain();
        }
        rig.submit(Order.named("other").named("build", List.of("make")));

        rig.tick();

        assertThat(circuit("build")).isEqualTo(CircuitRow.State.OPEN);
    }

    @Test
    void programThatComesWithTheCheckoutIsNeverTheHostsFault() {
        a.exits(127);
        for (int i = 0; i < 3; i++) {
            rig.submit(Order.named("key-" + i).running("./mvnw", "verify"));
            rig.tick();
        }

        rig.tick();

        assertThat(rig.ledger().circuit("a", "mvnw")).isEmpty();
    }

    @Test
    @Tag("B17")
    void fiftyFailuresOfTheBuildItselfOpenNothing() {
        a.exits(1);
        for (int i = 0; i < 50; i++) {
            JobId job = run("key-" + i);
            assertThat(rig.ledger().why(job)).isEqualTo("build-failed");
        }

        assertThat(rig.ledger().<Boolean>read(tx -> tx.fleet().circuits().isEmpty()))
                .isTrue();
        assertThat(rig.ledger().<List<LaunchFailureRow>>read(tx -> tx.fleet().launchFailures()))
                .isEmpty();
    }

    @Test
    @Tag("B17")
    void failuresCountOnlyInARow() {
        List<Integer> codes = List.of(127, 126, 1, 127, 126, 0, 127, 126);
        for (int i = 0; i < codes.size(); i++) {
            a.exits(codes.get(i));
            run("key-" + i);
        }

        assertThat(rig.ledger().circuit("a", "make")).isEmpty();
        assertThat(rig.ledger().<List<LaunchFailureRow>>read(tx -> tx.fleet().launchFailures()))
                .extracting(LaunchFailureRow::code, LaunchFailureRow::total)
                .containsExactly(tuple(126, 3L), tuple(127, 3L));
    }

    @Test
    void eachHostHasCircuitsOfItsOwn() {
        rig.enrolled("b", 1);
        rig.answered(new HostQuarantine(host("a"), "make"));

        JobId job = rig.submit("key-1");
        rig.tick();

        assertThat(rig.ledger().attempt(job).host()).isEqualTo(host("b"));
    }

    private JobId run(String key) {
        JobId job = rig.submit(key);
        rig.tick();
        return job;
    }

    private CircuitRow.State circuit(String command) {
        return rig.ledger().circuit("a", command).orElseThrow().state();
    }

    private List<String> circuitStory() {
        return rig.ledger().events().stream()
                .filter(event -> event.stage().equals("circuit"))
                .map(event -> event.type() + "/" + event.reason())
                .toList();
    }

    private String lastEvent() {
        EventView last = rig.ledger().events().getLast();
        return last.type() + "/" + last.reason();
    }
}
