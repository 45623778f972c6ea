package build.offload.kernel.fleet;

import static build.offload.kernel.rig.Answered.host;
import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.rig.Answered;
import build.offload.kernel.rig.Rig;
import build.offload.kernel.rig.RigExtension;
import build.offload.kernel.store.CapabilityRow;
import build.offload.kernel.store.HostRow;
import build.offload.kernel.transition.Transition.BoxDrain;
import build.offload.kernel.transition.Transition.EnrolHost;
import build.offload.kernel.transition.Transition.HostIdle;
import build.offload.kernel.transition.Transition.HostSilent;
import build.offload.kernel.transition.Transition.RemoveHost;
import build.offload.kernel.transition.Transition.SetDesiredMode;
import build.offload.spi.executor.HostIdentity;
import build.offload.spi.executor.HostTarget;
import build.offload.spi.frontend.OperatorCall.HostOptions;
import build.offload.spi.model.HostMode;
import build.offload.spi.model.HostState;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Hosts coming, going, answering and falling silent: each step's guard, effect, event and revision. */
@ExtendWith(RigExtension.class)
class FleetStepsTest {

    private final Rig rig;

    FleetStepsTest(Rig rig) {
        this.rig = rig;
    }

    @Test
    void enrolledHostWaitsForItsFirstGreenLook() {
        Answered enrolled = rig.answered(enrol("a", false, identity("machine-a", "/work")));

        assertThat(enrolled.json())
                .isEqualTo("{\"changed\":true,\"host\":\"a\",\"pending\":[\"capability\",\"storage\",\"runner\","
                        + "\"offload\"],\"state\":\"restoring\"}");
        assertThat(enrolled.story()).containsExactly("host-enrolled/enrol");
        assertThat(enrolled.moved()).isEqualTo(1);
        HostRow row = rig.ledger().host("a");
        assertThat(row.enrolling()).isTrue();
        assertThat(row.observedAt()).isEmpty();
        assertThat(row.target().workspaceRoot()).contains("/work");
    }

    @Test
    void nameIsTakenOnce() {
        rig.enrol("a", 1);

        Answered again = rig.answered(enrol("a", false, identity("another", "/else")));

        assertThat(again.code()).isEqualTo("host-exists");
        assertThat(again.moved()).isZero();
    }

    @Test
    void workstationsNameIsTakenToo() {
        rig.enterWorkstation("laptop");

        assertThat(rig.answered(enrol("laptop", false, identity("m", "/w"))).code())
                .isEqualTo("host-exists");
    }

    @Test
    void thereIsOnePrimaryHost() {
        rig.answered(enrol("a", true, identity("machine-a", "/work")));

        assertThat(rig.answered(enrol("b", true, identity("machine-b", "/work")))
                        .code())
                .isEqualTo("primary-exists");
        assertThat(rig.answered(enrol("b", false, identity("machine-b", "/work")))
                        .changed())
                .isTrue();
    }

    @Test
    void oneMachineTwiceNeedsTwoWorkspaceRoots() {
        rig.answered(enrol("a", false, identity("machine", "/work")));

        assertThat(rig.answered(enrol("b", false, identity("machine", "/work"))).code())
                .isEqualTo("same-machine");
        assertThat(rig.answered(enrol("b", false, identity("machine", "/other")))
                        .changed())
                .isTrue();
    }

    @Test
    void nameThatWasDrainedWhenItsLastHostLeftIsActiveForTheNext() {
        rig.enrolled("a", 1);
        rig.answered(new BoxDrain(host("a"), OptionalLong.empty()));
        rig.answered(new RemoveHost(host("a")));

        Answered enrolled = rig.answered(enrol("a", false, identity("new", "/work")));

        assertThat(rig.ledger().control("a").mode()).isEqualTo(HostMode.ACTIVE);
        assertThat(rig.ledger().control("a").version())
                .as("what others hold of the old one is void")
                .isEqualTo(2);
        assertThat(enrolled.story()).containsExactly("host-enrolled/enrol", "host-control/enrol");
        assertThat(enrolled.moved()).isEqualTo(1);
    }

    @Test
    void removedHostIsForgottenWithWhatWasKnownOfIt() {
        rig.host("a").has("java", "21.0.2");
        rig.enrolled("a", 1);

        Answered removed = rig.answered(new RemoveHost(host("a")));

        assertThat(removed.json()).isEqualTo("{\"changed\":true,\"host\":\"a\",\"pending\":[]}");
        assertThat(removed.story()).containsExactly("host-removed/remove");
        assertThat(removed.moved()).isEqualTo(1);
        assertThat(rig.ledger().<Optional<HostRow>>read(tx -> tx.fleet().host(host("a"))))
                .isEmpty();
        assertThat(rig.ledger().<List<CapabilityRow>>read(tx -> tx.fleet().capabilities(host("a"))))
                .isEmpty();
        assertThat(rig.answered(new RemoveHost(host("a"))).code()).isEqualTo("unknown-host");
    }

    @Test
    void hostThatHoldsWorkIsNotRemovedAndTheRefusalListsIt() {
        rig.enrolled("a", 1).runs();
        JobId job = rig.submit("key-1");
        rig.until(job, JobStage.RUNNING);

        Answered removed = rig.answered(new RemoveHost(host("a")));

        assertThat(removed.code()).isEqualTo("host-holds-work");
        assertThat(removed.refusal().details()).containsEntry("attempts", List.of(job + ".1"));
        assertThat(removed.refusal().message())
                .contains("'a' still holds job " + job.value().substring(0, 12));
        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.RUNNING);
    }

    @Test
    void workstationIsNotRemoved() {
        rig.enterWorkstation("laptop");

        assertThat(rig.answered(new RemoveHost(host("laptop"))).code()).isEqualTo("not-a-builder");
    }

    @Test
    void desiredModeIsStoredAndAlwaysACommit() {
        Answered first = rig.answered(new SetDesiredMode(HostState.MAINTENANCE));
        Answered again = rig.answered(new SetDesiredMode(HostState.MAINTENANCE));

        assertThat(first.json()).isEqualTo("{\"changed\":true,\"desired\":\"maintenance\",\"pending\":[]}");
        assertThat(first.story()).containsExactly("desired-mode/operator");
        assertThat(again.changed()).isFalse();
        assertThat(again.story()).containsExactly("desired-mode/unchanged");
        assertThat(first.moved() + again.moved()).isEqualTo(2);
        assertThat(rig.ledger().<HostState>read(tx -> tx.cluster().desired())).isEqualTo(HostState.MAINTENANCE);
    }

    @Test
    void lookThatChangesNothingAnOperatorDecidesOnLeavesTheRevision() {
        rig.enrolled("a", 1);

        Answered look = rig.observed("a", Optional.empty());

        assertThat(look.moved()).isZero();
        assertThat(look.story()).isEmpty();
        assertThat(rig.ledger().host("a").observedAt()).contains(rig.clock().now());
    }

    @Test
    void lookThatFindsOnlyAnotherLoadIsRecordedWithoutAnEvent() {
        rig.enrolled("a", 1);
        rig.host("a").load(7.25, 8);
        long before = rig.ledger().events().getLast().seq();

        rig.advanceBySeconds(120);

        assertThat(rig.ledger().eventsAfter(before)).isEmpty();
        assertThat(rig.ledger().host("a").load1()).hasValue(7.25);
    }

    @Test
    void lookThatFindsAnotherToolOrAnotherBootSaysSo() {
        rig.enrolled("a", 1);
        rig.host("a").has("java", "21.0.2");
        Answered tool = rig.observed("a", Optional.empty());
        rig.host("a").has("java", "25.0.1");
        Answered version = rig.observed("a", Optional.empty());
        rig.host("a").boots("boot-2");
        Answered boot = rig.observed("a", Optional.empty());

        assertThat(List.of(tool, boot))
                .allSatisfy(look -> assertThat(look.story()).startsWith("host-observed/renewed"));
        assertThat(version.story()).containsExactly("host-observed/renewed", "manual-drift/tools-changed");
    }

    @Test
    void lookThatMovesTheHostMovesTheRevision() {
        rig.enrolled("a", 1);

        Answered red = rig.observed("a", Optional.of("storage: it is full"));

        assertThat(red.moved()).isEqualTo(1);
        assertThat(red.story()).containsExactly("host-observed/moved");
        assertThat(red.events().getFirst().data()).containsEntry("redGate", "storage: it is full");
        assertThat(rig.ledger().state("a")).isEqualTo(HostState.DEGRADED);
        assertThat(rig.ledger().host("a").reason()).contains("storage: it is full");
    }

    @Test
    void findingsOfALookReplaceThoseOfTheLast() {
        rig.host("a").has("java", "21.0.2").has("cargo", "1.80.0");
        rig.enrolled("a", 1);

        rig.host("a").forgets("cargo").has("java", "25.0.1");
        rig.advanceBySeconds(20);

        List<CapabilityRow> rows = rig.ledger().read(tx -> tx.fleet().capabilities(host("a")));
        assertThat(rows).singleElement().satisfies(row -> {
            assertThat(row.finding().command()).isEqualTo("java");
            assertThat(row.finding().version()).contains("25.0.1");
        });
    }

    @Test
    void silenceIsSaidOnceAndDegradesPastTheBound() {
        rig.enrolled("a", 1);
        HostSilent silent = new HostSilent(host("a"), "no route");

        Answered first = rig.answered(silent);
        rig.clock().advance(Duration.ofSeconds(44));
        Answered still = rig.answered(silent);
        rig.clock().advance(Duration.ofSeconds(1));
        Answered past = rig.answered(silent);
        Answered after = rig.answered(silent);

        assertThat(first.story()).containsExactly("host-silent/silent");
        assertThat(first.moved()).isZero();
        assertThat(still.code()).isEqualTo("known-silent");
        assertThat(past.story()).containsExactly("host-silent/degraded");
        assertThat(past.moved()).isEqualTo(1);
        assertThat(after.code()).isEqualTo("known-silent");
        assertThat(rig.ledger().host("a").reason()).contains("no route");
    }

    @Test
    void observationsOfHostsThatLeftAreRefused() {
        assertThat(rig.observed("nobody", Optional.empty()).code()).isEqualTo("unknown-host");
        assertThat(rig.answered(new HostSilent(host("nobody"), "x")).code()).isEqualTo("unknown-host");
        assertThat(rig.answered(new HostIdle(host("nobody"))).code()).isEqualTo("unknown-host");
    }

    @Test
    void idleMovesADrainingHostAndNoOther() {
        rig.enrolled("a", 1);
        assertThat(rig.answered(new HostIdle(host("a"))).code()).isEqualTo("not-idle");
        rig.answered(new BoxDrain(host("a"), OptionalLong.empty()));

        Answered idle = rig.answered(new HostIdle(host("a")));

        assertThat(idle.json()).isEqualTo("{\"changed\":true,\"state\":\"maintenance\"}");
        assertThat(idle.story()).containsExactly("host-maintenance/idle");
        assertThat(idle.moved()).isEqualTo(1);
    }

    private static HostIdentity identity(String machine, String root) {
        return new HostIdentity(machine, "boot-1", root, "runner-1");
    }

    private static EnrolHost enrol(String name, boolean primary, HostIdentity identity) {
        HostTarget target =
                new HostTarget(host(name), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
        return new EnrolHost(target, "scripted", new HostOptions(2, primary, false), identity);
    }
}
