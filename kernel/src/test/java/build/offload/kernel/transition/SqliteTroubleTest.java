package build.offload.kernel.transition;

import static build.offload.kernel.transition.PipelineRig.keyed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import build.offload.kernel.store.SqliteBackend;
import build.offload.kernel.store.StoreUnavailableException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens to the file of the store, to its disk and to its folder: a clear word, nothing lost, and on by itself. */
class SqliteTroubleTest {

    @TempDir
    Path folder;

    private boolean mounted;

    @AfterEach
    void unmount() throws Exception {
        if (mounted) {
            run("umount", "--lazy", folder.toString());
        }
    }

    private void mountSmallDisk() throws Exception {
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=3m,mode=700", "tmpfs", folder.toString()) == 0,
                "a small file system can be mounted, which takes root");
        mounted = true;
    }

    private static int run(String... command) throws Exception {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    @Test
    @Tag("B53")
    @Tag("B61")
    void fullDiskRefusesChangesByNameKeepsReadsAndRecoversWithoutARestart() throws Exception {
        mountSmallDisk();
        try (PipelineRig rig = new PipelineRig(new SqliteBackend(folder))) {
            PipelineFaultContract.committed(rig.ask(keyed("a", "key-1")));
            Path filler = fill();

            List<Outcome> outcomes = IntStream.range(0, 200)
                    .mapToObj(i -> rig.ask(keyed("more-" + i, "more-" + i)))
                    .toList();

            assertThat(outcomes)
                    .last()
                    .isInstanceOfSatisfying(
                            Outcome.AuditUnavailable.class,
                            refused -> assertThat(refused.reason()).contains("storage-full"));
            long acknowledged = 1
                    + outcomes.stream()
                            .filter(Outcome.Committed.class::isInstance)
                            .count();
            assertThat(rig.revision()).isEqualTo(acknowledged);
            assertThat(rig.done("a")).isTrue();
            assertThat(rig.pipeline.journalFault()).isPresent();

            Files.delete(filler);
            assertThat(PipelineFaultContract.committed(rig.ask(keyed("z", "key-z")))
                            .revision())
                    .isEqualTo(acknowledged + 1);
            assertThat(rig.pipeline.journalFault()).isEmpty();
        }
    }

    private Path fill() throws IOException {
        Path filler = folder.resolve("filler");
        byte[] block = new byte[4096];
        try (var out = Files.newOutputStream(filler)) {
            while (true) {
                out.write(block);
            }
        } catch (IOException full) {
            return filler;
        }
    }

    @Test
    void readOnlyDiskIsNamedAndNothingIsLostWhenItIsWritableAgain() throws Exception {
        mountSmallDisk();
        try (PipelineRig rig = new PipelineRig(new SqliteBackend(folder))) {
            rig.ask(keyed("a", "key-1"));
        }
        assertThat(run("mount", "-o", "remount,ro", folder.toString())).isZero();

        assertThatThrownBy(() -> new PipelineRig(new SqliteBackend(folder)))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining(folder.toString())
                .hasMessageContaining("cannot be written");

        assertThat(run("mount", "-o", "remount,rw", folder.toString())).isZero();
        try (PipelineRig rig = new PipelineRig(new SqliteBackend(folder))) {
            assertThat(rig.done("a")).isTrue();
        }
    }

    @Test
    void damagedFileIsRefusedByNameAndLeftAsItIs() throws Exception {
        try (PipelineRig rig = new PipelineRig(new SqliteBackend(folder))) {
            IntStream.range(0, 50).forEach(i -> rig.ask(keyed("a" + i, "key-" + i)));
        }
        Path file = folder.resolve("store.db");
        try (RandomAccessFile damage = new RandomAccessFile(file.toFile(), "rw")) {
            for (long at = 4096; at < damage.length(); at += 4096) {
                damage.seek(at);
                damage.write(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
            }
        }

        assertThatThrownBy(() -> new PipelineRig(new SqliteBackend(folder)))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("damaged")
                .hasMessageContaining("restore it from a backup");
    }

    @Test
    void logLeftBehindByAKillIsTakenIn() throws Exception {
        Path after = Files.createDirectory(folder.resolve("after"));
        try (PipelineRig rig = new PipelineRig(new SqliteBackend(folder))) {
            rig.ask(keyed("a", "key-1"));
            for (String name : List.of("store.db", "store.db-wal")) {
                Files.copy(folder.resolve(name), after.resolve(name));
            }
            assertThat(Files.size(after.resolve("store.db-wal"))).isPositive();
        }
        try (PipelineRig rig = new PipelineRig(new SqliteBackend(after))) {
            assertThat(rig.done("a")).isTrue();
            assertThat(rig.revision()).isEqualTo(1);
        }
    }

    @Test
    void fileThatWasMovedAwayIsMissedAndTakenUpAgainWhenItIsBack() throws Exception {
        try (PipelineRig rig = new PipelineRig(new SqliteBackend(folder))) {
            rig.ask(keyed("a", "key-1"));
            Path away = Files.move(folder.resolve("store.db"), folder.resolve("away.db"));

            assertThat(rig.ask(keyed("b", "key-2")))
                    .isInstanceOfSatisfying(
                            Outcome.AuditUnavailable.class,
                            refused -> assertThat(refused.reason()).contains("deleted or replaced"));
            assertThatThrownBy(rig::revision).hasMessageContaining("deleted or replaced");

            Files.move(away, folder.resolve("store.db"), StandardCopyOption.ATOMIC_MOVE);
            assertThat(PipelineFaultContract.committed(rig.ask(keyed("b", "key-2")))
                            .revision())
                    .isEqualTo(2);
        }
    }

    @Test
    @Tag("B53")
    void logGrowsOnlyWhileSomebodyHoldsAnOldStateAndIsCutBackByTheNextCommit() throws Exception {
        long limit = 200_000;
        Path log = folder.resolve("store.db-wal");
        try (PipelineRig rig = new PipelineRig(SqliteBackend.withLogLimit(folder, limit))) {
            rig.read(tx -> {
                tx.cluster().revision();
                IntStream.range(0, 30).forEach(i -> rig.ask(keyed("a" + i, "key-" + i)));
                return 0;
            });
            assertThat(Files.size(log)).isGreaterThan(limit);

            for (int i = 0; i < 60; i++) {
                rig.ask(keyed("b" + i, "later-" + i));
                rig.revision();
                assertThat(Files.size(log)).as("after commit %d", i).isLessThan(2 * limit);
            }
        }
    }
}
