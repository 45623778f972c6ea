package build.offload.distribution.cli;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.distribution.FakeController;
import build.offload.distribution.client.Json;
import build.offload.distribution.launcher.OwnJava;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real process gets real signals. */
class InterruptTest {

    private static final String ID = "ab".repeat(32);
    private static final String WATCH = "GET /api/offload/v1/jobs/" + ID + "/watch";
    private static final String CANCEL = "POST /api/offload/v1/jobs/" + ID + "/cancel";

    private final FakeController controller;
    private final Path folder;

    InterruptTest(@TempDir Path folder) throws IOException {
        this.folder = folder;
        controller = FakeController.start(folder);
        controller.answer("GET /status", 200, "{\"revision\":1,\"dispatch\":{\"state\":\"healthy\"}}");
        controller.answer(
                "POST /api/offload/v1/jobs",
                200,
                "{\"revision\":1,\"result\":{\"changed\":true,\"jobId\":\"" + ID + "\"}}");
        controller.answer(CANCEL, 200, "{\"revision\":1,\"result\":{\"changed\":true}}");
        controller.hold(WATCH);
    }

    @AfterEach
    void stop() throws IOException {
        controller.close();
    }

    @Test
    @DisplayName("B38: the first interrupt cancels and waits until nothing of the build runs any more")
    void firstInterruptCancelsAndWaitsForTheEnd() throws Exception {
        Process run = run();
        controller.awaitRequest(WATCH);

        interrupt(run);
        controller.awaitRequest(CANCEL);
        assertThat(run.isAlive()).as("still waiting").isTrue();
        controller.answer(WATCH, 200, "{\"view\":{\"id\":\"" + ID + "\",\"stage\":\"cancelled\"}}\n");

        assertThat(exitCode(run)).isEqualTo(130);
        assertThat(Json.parse(Files.readAllBytes(folder.resolve("report"))).text("outcome"))
                .contains("cancelled");
    }

    @Test
    @DisplayName("B38: the second interrupt stops the waiting while the cancelling goes on")
    void secondInterruptStopsTheWaiting() throws Exception {
        Process run = run();
        controller.awaitRequest(WATCH);

        interrupt(run);
        controller.awaitRequest(CANCEL);
        interrupt(run);

        assertThat(exitCode(run)).isEqualTo(130);
        String words = new String(run.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(words).contains("not waiting any longer", "is being cancelled all the same");
        assertThat(controller.requests(CANCEL)).hasSize(1);
    }

    private Process run() throws IOException {
        // A shell that starts this test in the background leaves interrupts ignored, and whoever is started inherits
        // that.
        List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT"));
        command.addAll(OwnJava.running(
                controller.options("run", "--report", folder.resolve("report").toString(), "--", "make")));
        return new ProcessBuilder(command).directory(folder.toFile()).start();
    }

    private static void interrupt(Process process) throws Exception {
        assertThat(new ProcessBuilder("kill", "-INT", Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    private static int exitCode(Process process) throws InterruptedException {
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }
}
