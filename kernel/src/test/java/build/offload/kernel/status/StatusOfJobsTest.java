package build.offload.kernel.status;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.store.JobRow;
import build.offload.spi.executor.BuildHost.OutputFile;
import build.offload.spi.frontend.ControllerStatus.Publication;
import build.offload.spi.frontend.ControllerStatus.QueueTicket;
import build.offload.spi.frontend.ControllerStatus.RemoteJob;
import build.offload.spi.model.HostName;
import build.offload.spi.model.JobStage;
import build.offload.spi.model.OutputPath;
import build.offload.spi.model.PublicationPhase;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class StatusOfJobsTest {

    private Cluster cluster;
    private HostName host;

    @BeforeEach
    void open() {
        cluster = new Cluster();
        host = cluster.builder("a");
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void aJobThatWasJustPlacedKnowsNothingOfItsEnd() {
        JobRow job = cluster.place(cluster.submit("k"), host);

        assertThat(jobs())
                .containsExactly(new RemoteJob(
                        job.id().value(),
                        "shop",
                        job.submitted().snapshot().value(),
                        "preparing",
                        "a",
                        OptionalInt.empty(),
                        OptionalLong.empty(),
                        OptionalDouble.empty(),
                        Optional.empty()));
    }

    @Test
    void aJobThatWaitsIsNoRemoteJob() {
        cluster.submit("k");
        cluster.requeue(cluster.place(cluster.submit("again"), host));

        assertThat(jobs()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "WAITING")
    void everyStageHasItsWord(JobStage stage) {
        JobRow job = cluster.place(cluster.submit("k"), host);
        if (stage.finished()) {
            cluster.end(job, stage, "code");
        } else {
            cluster.progress(job, job.progress().at(stage));
        }

        assertThat(jobs())
                .extracting(RemoteJob::stage)
                .containsExactly(stage.name().toLowerCase(java.util.Locale.ROOT));
    }

    @Test
    @Tag("B29")
    void ofJobsTicketsAndHostsThatCannotBeReadNoneHidesTheOthers() {
        JobRow damaged = cluster.place(cluster.submit("k"), host);
        JobRow other = cluster.place(cluster.submit("l"), cluster.builder("b"));
        cluster.builder("c");
        JobRow waiting = cluster.submit("m");
        JobRow lost = cluster.submit("n");
        cluster.tamper(
                "UPDATE job SET request = '[' WHERE id = '" + damaged.id().value() + "'; UPDATE ticket SET state = '?'"
                        + " WHERE job = '" + lost.id().value() + "'; UPDATE host SET role = '?' WHERE name = 'c'");

        assertThat(jobs()).extracting(RemoteJob::id).containsExactly(other.id().value());
        assertThat(cluster.status().queue().tickets())
                .extracting(QueueTicket::key)
                .containsExactly(waiting.submitted().key());
        assertThat(cluster.status().hosts()).containsOnlyKeys("a", "b");
    }

    @Test
    void whatCameBackIsShown() {
        JobRow job = cluster.place(cluster.submit("k"), host);
        JobRow exited = cluster.progress(job, job.progress().exited(0).at(JobStage.COLLECTING));
        OutputFile file = new OutputFile(new OutputPath("target/a.jar"), false, 4096, "c".repeat(64));
        cluster.change(
                job.id().value(), "", tx -> tx.jobs().collected(job.attemptId(), List.of(file), 1500, cluster.now()));
        cluster.progress(
                exited, exited.progress().published(PublicationPhase.STAGED).at(JobStage.PUBLISHING));

        assertThat(jobs()).singleElement().satisfies(shown -> {
            assertThat(shown.rc()).hasValue(0);
            assertThat(shown.pullBytes()).hasValue(4096);
            assertThat(shown.pullDurationSeconds()).hasValue(1.5);
            assertThat(shown.publication()).hasValue(new Publication(PublicationPhase.STAGED, Optional.empty()));
        });
    }

    @Test
    void aBlockedPublicationSaysWhy() {
        JobRow job = cluster.place(cluster.submit("k"), host);
        JobRow blocked = cluster.progress(job, job.progress().published(PublicationPhase.BLOCKED));
        cluster.end(blocked, JobStage.BLOCKED, "superseded");

        assertThat(jobs())
                .extracting(RemoteJob::publication)
                .containsExactly(Optional.of(new Publication(PublicationPhase.BLOCKED, Optional.of("superseded"))));
    }

    @Test
    void aFinishedJobThatPublishedNothingSaysSo() {
        cluster.end(cluster.place(cluster.submit("k"), host), JobStage.FAILED, "exit-1");

        assertThat(jobs())
                .extracting(RemoteJob::publication)
                .containsExactly(Optional.of(new Publication(PublicationPhase.NONE, Optional.empty())));
    }

    @Test
    void whatGoesOnComesFirstInTheOrderOfTheQueueThenWhatEndedLatest() {
        cluster.builder("b");
        List<JobRow> placed = IntStream.range(0, 5)
                .mapToObj(i -> cluster.place(cluster.submit("k" + i), host))
                .toList();
        cluster.end(placed.get(1), JobStage.SUCCEEDED, "succeeded");
        cluster.advance(Duration.ofSeconds(1));
        cluster.end(placed.get(3), JobStage.FAILED, "exit-1");

        assertThat(jobs())
                .extracting(RemoteJob::id)
                .containsExactly(id(placed, 0), id(placed, 2), id(placed, 4), id(placed, 3), id(placed, 1));
    }

    @Test
    void onlyTheLastHundredFinishedAreShownAndOnlyOfHostsThatAreEnrolled() {
        HostName leaving = cluster.builder("b");
        JobRow first = finish("first", host);
        finish("gone", leaving);
        List<JobRow> later =
                IntStream.range(0, 98).mapToObj(i -> finish("k" + i, host)).toList();
        StatusReader reader = cluster.reader();
        int withLeaving = reader.status().status().jobs().size();

        cluster.remove(leaving);
        List<RemoteJob> withoutLeaving = reader.status().status().jobs();
        JobRow second = finish("second", host);
        JobRow third = finish("third", host);

        assertThat(withLeaving).isEqualTo(100);
        assertThat(withoutLeaving).hasSize(99).extracting(RemoteJob::host).containsOnly("a");
        assertThat(reader.status().status().jobs())
                .hasSize(100)
                .extracting(RemoteJob::id)
                .startsWith(third.id().value(), second.id().value())
                .contains(later.getFirst().id().value())
                .doesNotContain(first.id().value());
        assertThat(reader.status().status()).isEqualTo(cluster.status());
    }

    private JobRow finish(String key, HostName where) {
        cluster.advance(Duration.ofMillis(10));
        return cluster.end(cluster.place(cluster.submit(key), where), JobStage.SUCCEEDED, "succeeded");
    }

    private List<RemoteJob> jobs() {
        return cluster.status().jobs();
    }

    private static String id(List<JobRow> jobs, int index) {
        return jobs.get(index).id().value();
    }
}
