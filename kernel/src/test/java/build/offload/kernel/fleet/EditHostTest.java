package build.offload.kernel.fleet;

import static build.offload.kernel.rig.Answered.host;
import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.rig.Answered;
import build.offload.kernel.rig.Rig;
import build.offload.kernel.rig.RigExtension;
import build.offload.kernel.store.HostRow;
import build.offload.kernel.transition.EditHost;
import build.offload.kernel.transition.EditHost.Reach;
import build.offload.kernel.transition.Transition.BoxDrain;
import build.offload.kernel.transition.Transition.HostObserved;
import build.offload.spi.executor.HostIdentity;
import build.offload.spi.executor.HostKey;
import build.offload.spi.executor.HostTarget;
import build.offload.spi.frontend.OperatorCall.HostEdit;
import build.offload.spi.model.HostState;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What an operator changes about a host that is enrolled. */
@ExtendWith(RigExtension.class)
class EditHostTest {

    private static final HostKey OTHER_KEY = new HostKey("ssh-ed25519", "AAAAC3NzaC1lZDI1NTE5AAAA" + "I000".repeat(11));

    private final Rig rig;

    EditHostTest(Rig rig) {
        this.rig = rig;
        rig.enrolled("a", 2);
    }

    private static HostEdit edit(OptionalInt slots, Optional<Boolean> primary, Map<String, String> labels) {
        return new HostEdit(
                slots, primary, labels, List.of(), Optional.empty(), Optional.empty(), Optional.empty(), false);
    }

    private static HostEdit slots(int number) {
        return edit(OptionalInt.of(number), Optional.empty(), Map.of());
    }

    private Answered asked(String name, HostEdit edit) {
        return rig.answered(new EditHost(host(name), edit, Optional.empty()));
    }

    private Reach reach(HostIdentity identity) {
        HostTarget before = rig.ledger().host("a").target();
        return new Reach(
                new HostTarget(
                        before.name(),
                        before.address(),
                        Optional.of(OTHER_KEY),
                        before.identityFile(),
                        before.workspaceRoot()),
                identity);
    }

    private Answered rekeyed(HostIdentity identity) {
        return rig.answered(new EditHost(host("a"), slots(2), Optional.of(reach(identity))));
    }

    @Test
    void whatIsNamedIsChangedAndTheRestStays() {
        Answered first = asked("a", edit(OptionalInt.of(4), Optional.of(true), Map.of("rack", "b", "gpu", "yes")));
        Answered second = rig.answered(new EditHost(
                host("a"),
                new HostEdit(
                        OptionalInt.empty(),
                        Optional.empty(),
                        Map.of("rack", "c"),
                        List.of("gpu"),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        false),
                Optional.empty()));

        HostRow row = rig.ledger().host("a");
        assertThat(row.slots()).isEqualTo(4);
        assertThat(row.primary()).isTrue();
        assertThat(row.labels().values()).containsExactly(Map.entry("rack", "c"));
        assertThat(row.state()).isEqualTo(HostState.AVAILABLE);
        assertThat(first.story()).containsExactly("host-edited/operator");
        assertThat(first.json()).isEqualTo("{\"changed\":true,\"host\":\"a\",\"pending\":[],\"state\":\"available\"}");
        assertThat(first.moved() + second.moved()).isEqualTo(2);
        assertThat(first.events().getFirst().data().toString())
                .contains("slots=2")
                .contains("slots=4");
    }

    @Test
    void editThatChangesNothingIsACommitThatSaysSo() {
        Answered again = asked("a", slots(2));

        assertThat(again.changed()).isFalse();
        assertThat(again.story()).containsExactly("host-edited/unchanged");
        assertThat(again.moved()).isEqualTo(1);
    }

    @Test
    void addedSlotsTakeWaitingJobsAtOnce() {
        rig.host("a").runs();
        List<JobId> jobs = List.of(rig.submit("1"), rig.submit("2"), rig.submit("3"));
        rig.until(jobs.get(1), JobStage.RUNNING);
        assertThat(rig.ledger().stage(jobs.getLast())).isEqualTo(JobStage.WAITING);

        asked("a", slots(3));
        rig.tick();

        assertThat(rig.ledger().stage(jobs.getLast())).isNotEqualTo(JobStage.WAITING);
    }

    @Test
    void slotsThatBuildsHoldAreNotTakenAway() {
        rig.host("a").runs();
        rig.submit("1");
        rig.until(rig.submit("2"), JobStage.RUNNING);

        Answered fewer = asked("a", slots(1));

        assertThat(fewer.code()).isEqualTo("slots-taken");
        assertThat(fewer.refusal().details()).containsEntry("slotsTaken", 2);
        assertThat(fewer.moved()).isZero();
        assertThat(rig.ledger().host("a").slots()).isEqualTo(2);
    }

    @Test
    void primaryIsPassedOnInTwoSteps() {
        rig.enrolled("b", 1);
        asked("a", edit(OptionalInt.empty(), Optional.of(true), Map.of()));

        assertThat(asked("b", edit(OptionalInt.empty(), Optional.of(true), Map.of()))
                        .code())
                .isEqualTo("primary-exists");
        asked("a", edit(OptionalInt.empty(), Optional.of(false), Map.of()));
        assertThat(asked("b", edit(OptionalInt.empty(), Optional.of(true), Map.of()))
                        .changed())
                .isTrue();
    }

    @Test
    void onlyBuildersThatAreEnrolledAreEdited() {
        rig.enterWorkstation("laptop");

        assertThat(asked("nobody", slots(1)).code()).isEqualTo("unknown-host");
        assertThat(asked("laptop", slots(2)).code()).isEqualTo("not-a-builder");
    }

    @Test
    void hostWithAnotherKeyShowsItselfAgainBeforeItTakesTheNextJob() {
        rig.host("a").has("java", "21.0.2");
        rig.advanceBySeconds(16);

        Answered answered = rekeyed(rig.hostIdentity("a"));

        assertThat(answered.story()).containsExactly("host-edited/operator");
        assertThat(rig.ledger().state("a")).isEqualTo(HostState.RESTORING);
        assertThat(rig.ledger().host("a").enrolling()).isTrue();
        assertThat(rig.ledger().<List<?>>read(tx -> tx.fleet().capabilities(host("a"))))
                .isEmpty();
        rig.settle();
        assertThat(rig.ledger().state("a")).isEqualTo(HostState.AVAILABLE);
        assertThat(rig.ledger().<List<?>>read(tx -> tx.fleet().capabilities(host("a"))))
                .hasSize(1);
    }

    @Test
    void lookThatBeganBeforeTheKeyChangedProvesNothing() {
        HostRow before = rig.ledger().host("a");
        rekeyed(rig.hostIdentity("a"));

        Answered late = rig.answered(
                new HostObserved(before.target(), 0, before.identity(), List.of(), Optional.empty(), List.of()));

        assertThat(late.code()).isEqualTo("reached-otherwise");
        assertThat(rig.ledger().state("a")).isEqualTo(HostState.RESTORING);
    }

    @Test
    void drainedHostStaysDrainedUnderItsNewKey() {
        rig.answered(new BoxDrain(host("a"), OptionalLong.empty()));

        rekeyed(rig.hostIdentity("a"));
        rig.advanceBySeconds(16);

        assertThat(rig.ledger().state("a")).isEqualTo(HostState.MAINTENANCE);
        assertThat(rig.ledger().host("a").enrolling()).isFalse();
    }

    @Test
    void anotherMachineIsNotTakenForTheEnrolledOne() {
        Answered other = rekeyed(new HostIdentity("another", "boot-1", "/home/build/a", "runner-1"));

        assertThat(other.code()).isEqualTo("another-machine");
        assertThat(rig.ledger().host("a").target().key()).isEmpty();
    }
}
