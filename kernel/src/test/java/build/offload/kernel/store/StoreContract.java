package build.offload.kernel.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.kernel.world.SimulatedWorld;
import build.offload.spi.frontend.EventView;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.HostName;
import build.offload.spi.model.HostState;
import build.offload.spi.model.JobId;
import build.offload.spi.model.MirrorId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a store keeps and refuses, on any database. */
abstract class StoreContract {

    private static final Instant NOW = Instant.parse("2026-03-01T09:00:00.123Z");

    private final SimulatedWorld sim = SimulatedWorld.seeded(1);
    private StoreBackend backend;
    private Store store;
    private StoreWriter writer;

    /** Return the database, empty. */
    abstract StoreBackend backend();

    @BeforeEach
    void open() {
        backend = backend();
        store = backend.open(sim.world(), new FaultPlan());
        writer = store.writer();
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void commit(java.util.function.Consumer<WriteTransaction> work) {
        work.accept(writer.begin());
        assertThat(writer.commit()).isEqualTo(new CommitResult.Committed());
    }

    @Test
    void newStoreIsAtRevisionZeroAndAvailable() {
        assertThat(store.<List<Object>>read(tx -> List.of(
                        tx.cluster().revision(),
                        tx.cluster().desired(),
                        tx.cluster().createdAt())))
                .isEqualTo(List.of(0L, HostState.AVAILABLE, sim.clock().now()));
    }

    @Test
    void committedStateSurvivesReopening() {
        commit(tx -> {
            tx.cluster().moveRevision();
            tx.cluster().setDesired(HostState.DRAINING);
        });

        store.close();
        store = backend.open(sim.world(), new FaultPlan());

        assertThat(store.<Object>read(tx -> tx.cluster().revision())).isEqualTo(1L);
        assertThat(store.<Object>read(tx -> tx.cluster().desired())).isEqualTo(HostState.DRAINING);
    }

    @Test
    @Tag("B29")
    void aRowThatCannotBeReadIsPassedOverAndNamedAndTheOthersAreRead() {
        String good = "a".repeat(64);
        String bad = "b".repeat(64);
        backend.tamper(job(good, 1) + job(bad, 2));
        backend.tamper("UPDATE job SET empty_folders = 'no JSON' WHERE id = '" + bad + "'; UPDATE ticket SET state ="
                + " 'SOMEHOW' WHERE job = '" + good + "'");

        assertThat(store.<List<JobRow>>read(tx -> tx.jobs().newest(10)))
                .extracting(job -> job.id().value())
                .containsExactly(good);
        assertThat(store.<List<TicketRow>>read(tx -> tx.queue().tickets()))
                .extracting(ticket -> ticket.job().value())
                .containsExactly(bad);
        assertThat(store.<List<Boolean>>read(tx -> List.of(
                        tx.jobs().readable(new JobId(bad)).isPresent(),
                        tx.queue().readable(new JobId(good)).isPresent(),
                        tx.queue().readable(new JobId(bad)).isPresent())))
                .containsExactly(false, false, true);
        assertThat(store.unreadable().seen()).containsOnlyKeys("job " + bad, "ticket " + good);
        assertThat(store.<Boolean>read(tx -> tx.readable("job " + bad))).isFalse();
        assertThat(store.<Boolean>read(tx -> tx.readable("job " + good))).isTrue();
        assertThatThrownBy(() -> store.read(tx -> tx.jobs().job(new JobId(bad))))
                .isInstanceOf(UnreadableRowException.class)
                .hasMessageStartingWith("job " + bad + " cannot be read: ");
    }

    private static String job(String id, int place) {
        return "INSERT INTO job (id, submission_key, mirror, repo, checkout, folder, command_class, request, environment,"
                + " fingerprint, snapshot, empty_folders, generation, stage, attempt, queue_seq, publication, owner_pid,"
                + " owner_start_ticks, owner_boot_id, detached, submitted_at, controller_id, controller_epoch) VALUES ('"
                + id + "', 'k', '" + "c".repeat(64) + "', 'app', '/app', '', 'make',"
                + " '{\"argv\":[\"make\"],\"outputs\":[],\"requirements\":{},\"excludedHosts\":[]}', '{}', 'f', '"
                + "d".repeat(40) + "', '{\"folders\":[]}', 'g', 'WAITING', 0, " + place
                + ", 'NONE', 1, 1, 'boot', 1, 1, 'c', 1);"
                + " INSERT INTO ticket (job, seq, state, enqueued_at, controller_id, controller_epoch) VALUES ('" + id
                + "', " + place + ", 'WAITING', 1, 'c', 1);";
    }

    @Test
    void readSeesOneStateThroughoutAndNothingUncommitted() {
        WriteTransaction tx = writer.begin();
        tx.cluster().moveRevision();

        List<Long> seen = store.read(read -> {
            long before = read.cluster().revision();
            writer.commit();
            return List.of(before, read.cluster().revision());
        });

        assertThat(seen).containsExactly(0L, 0L);
        assertThat(store.<Object>read(read -> read.cluster().revision())).isEqualTo(1L);
    }

    @Test
    void rollbackToTheSavepointKeepsWhatWasBeforeIt() {
        commit(tx -> {
            tx.cluster().moveRevision();
            writer.savepoint();
            tx.cluster().setDesired(HostState.MAINTENANCE);
            writer.rollbackTo();
            writer.release();
        });

        assertThat(store.<Object>read(tx -> tx.cluster().revision())).isEqualTo(1L);
        assertThat(store.<Object>read(tx -> tx.cluster().desired())).isEqualTo(HostState.AVAILABLE);
    }

    @Test
    void transactionIsOfNoUseAfterItsEnd() {
        ReadTransaction[] kept = new ReadTransaction[1];
        store.read(tx -> {
            kept[0] = tx;
            return 0;
        });
        WriteTransaction written = writer.begin();
        writer.rollback();

        assertThatThrownBy(() -> kept[0].cluster().revision()).hasMessageContaining("outside its transaction");
        assertThatThrownBy(() -> written.cluster().moveRevision()).hasMessageContaining("outside its transaction");
        assertThatThrownBy(() -> writer.current()).hasMessageContaining("no transaction");
    }

    @Test
    void readCannotBeMadeInsideARead() {
        assertThatThrownBy(() -> store.read(tx -> store.read(inner -> 1))).hasMessageContaining("a read inside a read");
    }

    @Test
    void readerCannotWrite() {
        assertThatThrownBy(() -> store.read(tx -> {
                    tx.cluster().sql.update("UPDATE cluster SET revision = 99");
                    return 0;
                }))
                .isInstanceOf(StoreUnavailableException.class);
    }

    @Test
    void writeSideIsHandedOutOnce() {
        assertThatThrownBy(() -> store.writer()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void everyTypeOfArgumentComesBackAsItWas() {
        commit(tx -> {
            tx.replays().put(new Replay("key", "verb", "print", new byte[] {0, 1, -1}, 7, NOW));
            tx.events().append(event("job-exited", OptionalInt.of(126), 1.25, Map.of("a", List.of("b"))));
            tx.events().append(event("other", OptionalInt.empty(), 0, Map.of()));
            tx.projections().put("p", new ResumePoint("f", 1L << 40, 3));
        });

        Replay replay =
                store.read(tx -> tx.replays().find("key", NOW.minusMillis(1))).orElseThrow();
        assertThat(replay.body()).isEqualTo(new byte[] {0, 1, -1});
        assertThat(replay.committedAt()).isEqualTo(NOW);
        assertThat(store.<Object>read(tx -> tx.replays().find("key", NOW))).isEqualTo(Optional.empty());
        List<EventView> events = store.read(tx -> tx.events().after(0, 10));
        assertThat(events.get(0))
                .isEqualTo(eventWithSeq(1, "job-exited", OptionalInt.of(126), 1.25, Map.of("a", List.of("b"))));
        assertThat(events.get(1).rc()).isEmpty();
        assertThat(store.<Object>read(tx -> tx.projections().find("p")))
                .isEqualTo(Optional.of(new ResumePoint("f", 1L << 40, 3)));
    }

    @Test
    void intentIsClosedOnceOnly() {
        commit(tx -> {
            tx.intents().insert(1, intent("controller-1", 1));
            tx.intents().insert(2, intent("controller-1", 2));
            tx.intents().insert(3, intent("controller-2", 1));
            assertThat(tx.intents().close(1, Intent.State.APPLIED, "committed", NOW))
                    .isTrue();
            assertThat(tx.intents().close(1, Intent.State.FAILED, "late", NOW)).isFalse();
            assertThat(tx.intents().abandon("controller-1", 1, "gone", NOW)).isZero();
            assertThat(tx.intents().abandon("controller-1", 2, "gone", NOW)).isEqualTo(1);
        });

        List<Intent> intents = store.read(tx -> tx.intents().after(0, 10));
        assertThat(intents)
                .extracting(Intent::state)
                .containsExactly(Intent.State.APPLIED, Intent.State.ABANDONED, Intent.State.OPEN);
        assertThat(store.<List<Intent>>read(tx -> tx.intents().open())).containsExactly(intents.get(2));
    }

    @Test
    void oneIncidentIsOpenForAKindAndSubject() {
        commit(tx -> {
            assertThat(tx.incidents().open("config-invalid", "", "act", "line 3", NOW))
                    .isTrue();
            assertThat(tx.incidents().open("config-invalid", "", "act", "line 4", NOW.plusSeconds(1)))
                    .isFalse();
            assertThat(tx.incidents().open("host-drift", "debian1", "warn", "tool", NOW))
                    .isTrue();
            assertThat(tx.incidents().close("config-invalid", "", NOW.plusSeconds(2)))
                    .isTrue();
            assertThat(tx.incidents().close("config-invalid", "", NOW.plusSeconds(3)))
                    .isFalse();
            assertThat(tx.incidents().open("config-invalid", "", "act", "line 5", NOW.plusSeconds(4)))
                    .isTrue();
        });

        List<IncidentRow> open = store.read(tx -> tx.incidents().open());
        assertThat(open).extracting(IncidentRow::message).containsExactly("tool", "line 5");
        assertThat(store.<List<IncidentRow>>read(tx -> tx.incidents().latest(10)))
                .extracting(IncidentRow::message)
                .containsExactly("line 5", "tool", "line 4");
    }

    @Test
    void controllerOfAnEarlierEpochHasNoHeartbeat() {
        commit(tx -> {
            assertThat(tx.controllers().beginEpoch("c", sim.processes().self(), NOW))
                    .isEqualTo(1);
            assertThat(tx.controllers().beginEpoch("c", sim.processes().self(), NOW))
                    .isEqualTo(2);
            assertThat(tx.controllers().heartbeat("c", 1, NOW.plusSeconds(1))).isFalse();
            assertThat(tx.controllers().heartbeat("c", 2, NOW.plusSeconds(2))).isTrue();
        });

        ControllerRow row = store.read(tx -> tx.controllers().find("c")).orElseThrow();
        assertThat(row).isEqualTo(new ControllerRow("c", 2, sim.processes().self(), row.heartbeatAt(), NOW));
    }

    @Test
    void historyCannotBeRewrittenFromOutside() {
        commit(tx -> {
            tx.events().append(event("a", OptionalInt.empty(), 0, Map.of()));
            tx.intents().insert(1, intent("c", 1));
            tx.intents().insert(2, intent("c", 1));
            tx.intents().close(1, Intent.State.APPLIED, "committed", NOW);
        });

        assertThat(List.of(
                        "UPDATE event SET reason = 'x'",
                        "DELETE FROM event",
                        "INSERT INTO event SELECT seq + 5, revision, at, type, actor, job, repo, host, snapshot, attempt,"
                                + " stage, reason, rc, duration_seconds, data FROM event",
                        "UPDATE intent SET outcome = 'x' WHERE id = 1",
                        "UPDATE intent SET actor = 'x' WHERE id = 2",
                        "DELETE FROM intent WHERE id = 2",
                        "DELETE FROM intent WHERE id = 1",
                        "UPDATE retention SET events_kept_from = 2",
                        "DELETE FROM retention"))
                .allSatisfy(statement ->
                        assertThatThrownBy(() -> backend.tamper(statement)).isNotNull());
    }

    @Test
    void retentionIsTheOneWayToForgetHistory() {
        commit(tx -> {
            for (int i = 1; i <= 3; i++) {
                tx.events().append(event("e" + i, OptionalInt.empty(), 0, Map.of()));
                tx.intents().insert(i, intent("c", 1));
                tx.intents().close(i, Intent.State.APPLIED, "committed", NOW);
            }
        });

        backend.tamper("UPDATE retention SET events_kept_from = 3, intents_kept_from = 3;"
                + " DELETE FROM event WHERE seq < 3; DELETE FROM intent WHERE id < 3;");

        assertThat(store.<List<EventView>>read(tx -> tx.events().after(0, 10)))
                .extracting(EventView::type)
                .containsExactly("e3");
        assertThat(store.<Object>read(tx -> tx.intents().lastId())).isEqualTo(3L);
        assertThatThrownBy(() -> backend.tamper("UPDATE retention SET events_kept_from = 2"))
                .isNotNull();
    }

    @Test
    void aKeptWorkspaceIsHeldKeptAndForgottenByItself() {
        HostName host = new HostName("a");
        MirrorId mirror = new MirrorId("c".repeat(64));
        AttemptId attempt = new AttemptId(new JobId("a".repeat(64)), 1);
        commit(tx -> {
            tx.workspaces().hold(host, mirror, "/app", attempt, NOW);
            tx.workspaces().hold(new HostName("b"), mirror, "/app", attempt, NOW);
        });
        assertThat(store.<Boolean>read(tx -> tx.workspaces().holds(attempt, host, mirror)))
                .isTrue();

        commit(tx -> tx.workspaces().kept(host, mirror, 1L << 40, NOW.plusMillis(1)));
        assertThat(store.<Optional<WorkspaceRow>>read(tx -> tx.workspaces().of(host, mirror)))
                .contains(new WorkspaceRow(host, mirror, "/app", Optional.empty(), false, 1L << 40, NOW.plusMillis(1)));
        assertThat(store.<Boolean>read(tx -> tx.readable("workspace a." + mirror)))
                .isTrue();

        commit(tx -> tx.workspaces().delete(host, mirror));
        assertThat(store.<List<WorkspaceRow>>read(tx -> tx.workspaces().all()))
                .extracting(row -> row.host().value())
                .containsExactly("b");
    }

    private static Intent intent(String controller, long epoch) {
        return Intent.open(
                Optional.of("key"),
                "box-drain",
                "operator",
                Map.of("host", "debian1"),
                new Intent.Origin(OptionalLong.of(4), controller, epoch, NOW));
    }

    private static EventView event(String type, OptionalInt rc, double seconds, Map<String, Object> data) {
        return eventWithSeq(0, type, rc, seconds, data);
    }

    private static EventView eventWithSeq(
            long seq, String type, OptionalInt rc, double seconds, Map<String, Object> data) {
        return new EventView(
                seq,
                3,
                type,
                "operator",
                NOW,
                "job",
                "repo",
                "host",
                "snapshot",
                2,
                "running",
                "reason",
                rc,
                seconds,
                data);
    }
}
