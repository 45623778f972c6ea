package build.offload.conformance.product;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.conformance.sshd.LoopbackSshd;
import build.offload.distribution.client.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What ran on a host that was booted meanwhile is lost, and is run again when somebody says so and not before. */
class RebootedHostTest {

    @TempDir
    private static Path folder;

    private static SshFleet fleet;
    private static Path bootId;

    private final String mark = UUID.randomUUID().toString();

    @BeforeAll
    static void start() throws Exception {
        LoopbackSshd.assumeInstalled();
        LoopbackSshd.assumeRoot();
        bootId = folder.resolve("boot-id");
        boot();
        fleet = SshFleet.start(folder, LoopbackSshd.startWithBootId(folder.resolve("sshd"), bootId), 1);
    }

    @AfterAll
    static void stop() throws Exception {
        if (fleet != null) {
            fleet.close();
        }
    }

    private static void boot() throws Exception {
        Files.writeString(bootId, UUID.randomUUID() + "\n");
    }

    @Test
    void aBuildWhoseHostIsBootedIsLostAndRunsAgainOnlyOnRequest() throws Exception {
        // given a build that runs
        Path runs = folder.resolve("runs");
        Project project = fleet.project("booted").file("readme", "").commit();
        String[] line = Lines.of(
                "run",
                "--output",
                "made",
                "--",
                Processes.marking(mark),
                "sh",
                "-c",
                "echo run >>" + runs + "; echo first; [ -e " + folder.resolve("go")
                        + " ] || exec sleep 600; echo x >made");
        ProductCommand build = fleet.product().begin(project.root(), line);
        build.awaitOutput("first");

        // when its host is booted: nothing of it is left but what is on the disk
        fleet.sshd().stop();
        for (String process : Processes.belonging(newestJob().text("id", ""))) {
            Shell.run("kill", "-s", "KILL", process);
        }
        boot();
        fleet.sshd().startAgain();

        // then it is lost, by what the host shows
        Outcome outcome = build.await();
        Json job = newestJob();
        assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(75);
        assertThat(outcome.err()).contains("was booted since", "offload retry");
        assertThat(job.text("stage")).contains("lost");
        assertThat(project.path("made")).doesNotExist();

        // and the host goes on, and the build with it only when it is told to
        Outcome next = fleet.product().offload(project.root(), "run", "--", "echo", "next");
        assertThat(next.out()).isEqualTo("next\n");
        assertThat(runs).hasContent("run\n");
        Files.createFile(folder.resolve("go"));
        Outcome retry = fleet.product()
                .offload(project.root(), "retry", job.text("id", "").substring(0, 12));
        assertThat(retry.exit()).as(retry.toString()).isZero();
        Waits.until("the promotion", () -> Files.exists(project.path("made")));
        assertThat(Files.readAllLines(runs)).isEqualTo(List.of("run", "run"));
        assertThat(fleet.product().read("jobs", job.text("id", "")).number("attempt"))
                .hasValue(2);
    }

    private static Json newestJob() throws Exception {
        return fleet.product().read("jobs").list("jobs").getFirst();
    }
}
