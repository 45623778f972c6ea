package build.offload.kernel.job;

import static build.offload.kernel.rig.Answered.host;
import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.rig.Call;
import build.offload.kernel.rig.Order;
import build.offload.kernel.rig.Rig;
import build.offload.kernel.rig.RigExtension;
import build.offload.kernel.rig.ScriptedHost;
import build.offload.kernel.rig.Trouble;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.transition.Transition.BoxDrain;
import build.offload.kernel.transition.Transition.BoxRestore;
import build.offload.spi.executor.ExecutorException.Kind;
import build.offload.spi.executor.OutputSink.Stream;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.HostState;
import build.offload.spi.model.InfraFailure;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import build.offload.spi.model.PublicationPhase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The life of a job on hosts that answer, fail, fall silent and come back, in a whole controller. */
@ExtendWith(RigExtension.class)
class JobLifeTest {

    private final Rig rig;
    private ScriptedHost a;

    JobLifeTest(Rig rig) {
        this.rig = rig;
        a = rig.enrolled("a", 2);
    }

    @Test
    void buildThatSucceedsHasItsOutputsPromoted() throws IOException {
        a.leaves("target/app.jar", "built").leaves("target/log.txt", "not declared");

        JobId job = rig.submit(Order.named("key-1").bringing("target/*.jar"));
        rig.tick();
        rig.until("swept", () -> rig.ledger().attempt(job).swept());

        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.SUCCEEDED);
        assertThat(rig.checkout().read("target/app.jar")).isEqualTo("built");
        assertThat(rig.checkout().has("target/log.txt")).isFalse();
        assertThat(rig.ledger().story(job))
                .containsExactly(
                        "job-submitted/submitted",
                        "job-placed/dispatched",
                        "job-prepared/workspace-laid-out",
                        "job-started/started",
                        "job-exited/exit-0",
                        "job-collected/staged",
                        "job-promoted/promoted",
                        "attempt-swept/swept");
        assertThat(rig.ledger().slots("a")).isZero();
        assertThat(a.keeps()).isEmpty();
        assertThat(Files.readString(rig.files().log(new AttemptId(job, 1), Stream.STDOUT)))
                .isEqualTo("output of attempt 1\n");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 126, 127, 130, 137, 255})
    @Tag("B37")
    @Tag("B46")
    void buildThatFailsKeepsItsOwnCodeAndPromotesNothing(int code) {
        a.exits(code).leaves("target/app.jar", "half of it");

        JobId job = rig.submit(Order.named("key-1").bringing("target/*.jar"));
        rig.tick();

        JobRow row = rig.ledger().job(job);
        assertThat(row.progress().stage()).isEqualTo(JobStage.FAILED);
        assertThat(row.progress().rc()).hasValue(code);
        assertThat(row.progress().ending().orElseThrow().code()).isEqualTo("build-failed");
        assertThat(row.progress().ending().orElseThrow().infraFailure()).isEmpty();
        assertThat(row.progress().publication()).isEqualTo(PublicationPhase.NONE);
        assertThat(rig.checkout().has("target/app.jar")).isFalse();
        assertThat(rig.ledger().slots("a")).isZero();
    }

    @Test
    void buildThatDeclaresNoOutputsEndsWithItsExit() {
        JobId job = rig.submit("key-1");
        rig.tick();

        assertThat(rig.ledger().why(job)).isEqualTo("succeeded");
        assertThat(rig.ledger().job(job).progress().publication()).isEqualTo(PublicationPhase.NONE);
        assertThat(a.calls()).noneMatch(call -> call.startsWith("COLLECT"));
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"UNREACHABLE", "DISK_FULL", "CAPABILITY_MISSING", "CONNECTION_LOST", "PROTOCOL"})
    @Tag("B22")
    void attemptThatCouldNotBePreparedIsPlacedAgainElsewhere(Kind kind) {
        ScriptedHost b = rig.enrolled("b", 1);
        a.always(Call.PREPARE, Trouble.failing(kind));

        JobId job = rig.submit("key-1");
        rig.until(job, JobStage.SUCCEEDED);

        assertThat(rig.ledger().attempts(job)).isEqualTo(2);
        assertThat(rig.ledger().story(job)).contains("job-requeued/" + code(kind));
        assertThat(b.started()).containsExactly(new AttemptId(job, 2));
        assertThat(rig.ledger().slots("a")).isZero();
    }

    private static String code(Kind kind) {
        return switch (kind) {
            case UNREACHABLE, HOST_KEY_MISMATCH, LOGIN_REFUSED -> "unreachable";
            case DISK_FULL -> "disk-full";
            case CAPABILITY_MISSING -> "capability-missing";
            case CONNECTION_LOST, PROTOCOL -> "transfer-failed";
        };
    }

    @Test
    void threeAttemptsThatCouldNotBePreparedAreTheEndOfIt() {
        a.always(Call.PREPARE, Trouble.failing(Kind.DISK_FULL));

        JobId job = rig.submit("key-1");
        rig.until(job, JobStage.LOST);

        assertThat(rig.ledger().attempts(job)).isEqualTo(3);
        assertThat(rig.ledger().job(job).progress().ending().orElseThrow().infraFailure())
                .contains(InfraFailure.DISK_FULL);
        assertThat(rig.ledger().slots("a")).isZero();
        assertThat(a.started()).isEmpty();
    }

    @Test
    void jobThatGoesBackToTheQueueKeepsItsPlaceThere() {
        a.always(Call.PREPARE, Trouble.failing(Kind.UNREACHABLE));
        JobId first = rig.submit("key-1");
        rig.tick();
        JobId second = rig.submit("key-2");

        assertThat(rig.ledger().stage(first)).isEqualTo(JobStage.WAITING);
        assertThat(rig.ledger().ticket(first).orElseThrow().seq())
                .isLessThan(rig.ledger().ticket(second).orElseThrow().seq());
    }

    @Test
    @Tag("B19")
    void hostThatWasFoundOutOfReachByAJobTakesNoOtherUntilItAnswers() {
        rig.enrolled("b", 1);
        a.falls(Kind.UNREACHABLE);

        for (int i = 0; i < 6; i++) {
            JobId job = rig.submit("key-" + i);
            rig.until(job, JobStage.SUCCEEDED);
        }

        assertThat(a.calls()).filteredOn(call -> call.startsWith("PREPARE")).hasSize(1);
    }

    @Test
    void snapshotThatIsGoneIsLostAtOnce() throws IOException {
        JobId job = rig.submit("key-1");
        try (var mirrors = Files.walk(rig.folder().resolve("mirrors"))) {
            for (Path pin : mirrors.filter(file -> file.getFileName().toString().startsWith(job.value()))
                    .toList()) {
                Files.delete(pin);
            }
        }

        rig.tick();

        assertThat(rig.ledger().why(job)).isEqualTo("snapshot-lost");
        assertThat(rig.ledger().attempts(job)).isEqualTo(1);
    }

    @Test
    void commandThatWasNeverStartedIsPlacedAgain() {
        a.neverStarts();
        JobId job = rig.submit("key-1");
        rig.tick();
        assertThat(rig.ledger().story(job)).endsWith("job-requeued/start-lost");

        a.exits(0);
        rig.until(job, JobStage.SUCCEEDED);

        assertThat(rig.ledger().attempts(job)).isEqualTo(2);
    }

    @Test
    void startWhoseAnswerWasLostIsAskedForAgainAndAttaches() {
        a.runs().once(Call.START, Trouble.answerLost());

        JobId job = rig.submit("key-1");
        rig.until(job, JobStage.RUNNING);

        assertThat(a.started()).containsExactly(new AttemptId(job, 1));
        assertThat(a.calls()).filteredOn(call -> call.startsWith("START")).hasSize(2);
    }

    @Test
    void commandThatVanishedIsLostAndNeverStartedAgainByItself() {
        a.vanishes();
        JobId job = rig.submit("key-1");
        rig.until(job, JobStage.LOST);
        a.exits(0);

        rig.advanceBySeconds(120);

        assertThat(rig.ledger().why(job)).isEqualTo("executor-lost");
        assertThat(a.started()).hasSize(1);
        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.LOST);
    }

    @Test
    @Tag("B33")
    void slotOfALostAttemptIsFreeOnceItsHostWasSeenWithoutIt() {
        a.vanishes().always(Call.CANCEL, Trouble.failing(Kind.CONNECTION_LOST));
        JobId job = rig.submit("key-1");
        rig.until(job, JobStage.LOST);
        assertThat(rig.ledger().slots("a")).isEqualTo(1);

        a.recovers(Call.CANCEL);
        rig.until("slot free", () -> rig.ledger().slots("a") == 0);

        assertThat(rig.ledger().attempt(job).swept()).isTrue();
    }

    @Test
    @Tag("B05")
    void endIsAnEndWhateverItsHostGoesThrough() {
        JobId job = rig.submit("key-1");
        rig.until(
                "swept",
                () -> rig.ledger().stage(job) == JobStage.SUCCEEDED
                        && rig.ledger().attempt(job).swept());
        JobRow before = rig.ledger().job(job);

        for (int round = 0; round < 3; round++) {
            rig.ask(new BoxDrain(host("a"), OptionalLong.empty()));
            rig.until("a", HostState.MAINTENANCE);
            rig.ask(new BoxRestore(host("a"), OptionalLong.empty()));
            rig.until("a", HostState.AVAILABLE);
        }

        assertThat(rig.ledger().job(job)).isEqualTo(before);
        assertThat(a.started()).hasSize(1);
    }

    @Test
    void hostThatFallsSilentIsDegradedAndComesBackByItself() {
        a.falls(Kind.UNREACHABLE);
        rig.until("a", HostState.DEGRADED);
        assertThat(rig.ledger().host("a").reason().orElseThrow()).contains("UNREACHABLE");

        a.returns();
        rig.until("a", HostState.AVAILABLE);

        assertThat(rig.ledger().host("a").reason()).isEmpty();
        assertThat(rig.ledger().host("a").silentSince()).isEmpty();
    }

    @Test
    @Tag("B68")
    void jobThatRunsForHoursIsOneAttemptForAsLongAsItsHostAnswers() {
        rig.host("a").runs();
        JobId job = rig.submit("key-1");
        rig.until(job, JobStage.RUNNING);

        for (int minutes = 0; minutes < 300; minutes += 5) {
            rig.advance(Duration.ofMinutes(5));
            rig.advanceBySeconds(2);
        }

        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.RUNNING);
        assertThat(rig.ledger().attempts(job)).isEqualTo(1);
        assertThat(rig.host("a").started()).hasSize(1);
    }

    @Test
    void runningJobSurvivesAnOutageShorterThanTheBound() {
        a.runs();
        JobId job = rig.submit("key-1");
        rig.until(job, JobStage.RUNNING);

        a.falls(Kind.UNREACHABLE);
        rig.advanceBySeconds(590);
        a.returns().exits(0);
        rig.until(job, JobStage.SUCCEEDED);

        assertThat(rig.ledger().attempts(job)).isEqualTo(1);
    }

    @Test
    @Tag("B11")
    void runningJobWhoseHostIsOutOfReachPastTheBoundIsLost() {
        a.runs();
        JobId job = rig.submit("key-1");
        rig.until(job, JobStage.RUNNING);

        a.falls(Kind.UNREACHABLE);
        rig.advanceBySeconds(640);

        assertThat(rig.ledger().why(job)).isEqualTo("unreachable");
        assertThat(rig.ledger().slots("a")).as("it may still run there").isEqualTo(1);
        assertThat(a.alive()).hasSize(1);
        a.returns();
        rig.until("slot free", () -> rig.ledger().slots("a") == 0);
        assertThat(a.alive())
                .as("the old attempt is stopped before its slot is given out")
                .isEmpty();
    }

    @Test
    void blipsFarApartAreNotOneLongOutage() {
        a.runs();
        JobId job = rig.submit("key-1");
        rig.until(job, JobStage.RUNNING);

        for (int blip = 0; blip < 4; blip++) {
            a.once(Call.FOLLOW, Trouble.failing(Kind.CONNECTION_LOST));
            rig.advanceBySeconds(5);
            rig.clock().advance(Duration.ofMinutes(5));
            rig.tick();
        }

        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.RUNNING);
    }

    @Test
    void hoursOfSuspendAreNotCountedAgainstTheHost() {
        a.runs();
        JobId job = rig.submit("key-1");
        rig.until(job, JobStage.RUNNING);
        a.falls(Kind.UNREACHABLE);
        rig.advanceBySeconds(3);

        rig.clock().jumpTo(rig.clock().now().plus(Duration.ofHours(2)));
        rig.advanceBySeconds(10);
        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.RUNNING);

        a.returns().exits(0);
        rig.until(job, JobStage.SUCCEEDED);
    }

    @Test
    void callThatHangsCountsLikeOneThatFails() {
        a.once(Call.PREPARE, Trouble.stalling());
        JobId job = rig.submit("key-1");
        rig.until(job, JobStage.SUCCEEDED);

        assertThat(rig.ledger().story(job)).contains("job-requeued/transfer-failed");
    }

    @Test
    void hostThatBootedUnderARunningJobLosesItAndIsKnownByItsNewBoot() {
        a.runs();
        JobId job = rig.submit("key-1");
        rig.until(job, JobStage.RUNNING);

        a.boots("boot-2");
        rig.until(job, JobStage.LOST);

        assertThat(rig.ledger().why(job)).isEqualTo("executor-lost");
        rig.until("slot free", () -> rig.ledger().slots("a") == 0);
        rig.until(
                "the new boot is known",
                () -> rig.ledger().host("a").identity().bootId().equals("boot-2"));
    }

    @Test
    void outputThatCannotBeFetchedForLongIsLostWithThatReason() {
        a.leaves("out/app", "built").always(Call.COLLECT, Trouble.failing(Kind.CONNECTION_LOST));
        JobId job = rig.submit(Order.named("key-1").bringing("out/*"));

        rig.advanceBySeconds(640);

        assertThat(rig.ledger().why(job)).isEqualTo("outputs-lost");
        assertThat(rig.ledger().job(job).progress().rc()).hasValue(0);
    }
}
