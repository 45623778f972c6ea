package build.offload.kernel.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.spi.model.ProcessIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinuxProcessTableTest {

    @TempDir
    Path proc;

    @Test
    void thisProcessIsAliveUnderItsIdentity() {
        ProcessTable table = new LinuxProcessTable();

        ProcessIdentity self = table.self();

        assertThat(self.pid()).isEqualTo(ProcessHandle.current().pid());
        assertThat(table.alive(self)).isTrue();
        assertThat(table.uid(self.pid())).isPresent();
        assertThat(table.namespace(self.pid())).isPresent();
    }

    @Test
    void reusedPidIsAnotherProcess() {
        ProcessTable table = new LinuxProcessTable();
        ProcessIdentity self = table.self();

        assertThat(table.alive(new ProcessIdentity(self.pid(), self.startTicks() - 1, self.bootId())))
                .isFalse();
        assertThat(table.alive(new ProcessIdentity(self.pid(), self.startTicks(), "another-boot")))
                .isFalse();
    }

    @Test
    void processThatHasEndedIsNotAlive() throws Exception {
        ProcessTable table = new LinuxProcessTable();
        Process child = new ProcessBuilder("sleep", "60").start();
        ProcessIdentity identity = table.find(child.pid()).orElseThrow();

        child.destroyForcibly().waitFor();

        assertThat(table.alive(identity)).isFalse();
    }

    @Test
    void commandNameWithParenthesesAndBlanksDoesNotShiftTheFields() throws IOException {
        LinuxProcessTable table =
                tableWith("42 (a) b (c) S 1 42 42 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 987654 1 1\n");

        assertThat(table.find(42)).contains(new ProcessIdentity(42, 987654, "a-boot"));
    }

    @Test
    void zombieCountsAsGone() throws IOException {
        LinuxProcessTable table = tableWith("42 (make) Z 1 42 42 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 987654 1 1\n");

        assertThat(table.find(42)).isEmpty();
    }

    @Test
    void withoutProcTheReasonIsSaid() {
        assertThatThrownBy(() -> new LinuxProcessTable(proc)).hasMessageContaining("mount /proc");
    }

    private LinuxProcessTable tableWith(String stat) throws IOException {
        Files.createDirectories(proc.resolve("sys/kernel/random"));
        Files.writeString(proc.resolve("sys/kernel/random/boot_id"), "a-boot\n");
        Files.createDirectories(proc.resolve("42"));
        Files.writeString(proc.resolve("42/stat"), stat);
        return new LinuxProcessTable(proc);
    }
}
