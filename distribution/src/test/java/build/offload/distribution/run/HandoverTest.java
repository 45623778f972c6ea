package build.offload.distribution.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import build.offload.distribution.FakeController;
import build.offload.distribution.client.ControllerClient;
import build.offload.distribution.configuration.Places;
import build.offload.distribution.project.Checkout;
import build.offload.distribution.run.BuildOrder.Command;
import build.offload.distribution.run.BuildOrder.Placement;
import build.offload.distribution.run.RunSession.Patience;
import build.offload.distribution.run.RunSession.Streams;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A controller that dies while it takes a build may have taken it or not: the same build is handed over until that is known. */
class HandoverTest {

    private static final String SUBMIT = "POST /api/offload/v1/jobs";
    private static final String TAKEN = "{\"revision\":1,\"result\":{\"changed\":true,\"jobId\":\"ab12\"}}";
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofMillis(20);

    private final Path folder;
    private final FakeController controller;
    private final List<String> said = new ArrayList<>();

    HandoverTest(@TempDir Path folder) throws IOException {
        this.folder = folder;
        controller = FakeController.start(folder);
        controller.answer("GET /status", 200, "{\"revision\":1,\"dispatch\":{\"state\":\"healthy\"}}");
    }

    @AfterEach
    void stop() throws IOException {
        controller.close();
    }

    private RunSession session(OptionalLong owner, Duration away) {
        BuildOrder order = new BuildOrder(
                "a-key",
                new Checkout(folder, ""),
                new Command(
                        "make",
                        List.of("make"),
                        List.of(),
                        List.of(),
                        Map.of(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        List.of()),
                new Placement(false, false, List.of()),
                owner);
        Places places = Places.of(Map.of(), Optional.of(folder), Optional.of(controller.state()));
        return new RunSession(
                () -> ControllerClient.of(places),
                order,
                new Streams(OutputStream.nullOutputStream(), OutputStream.nullOutputStream(), said::add),
                new Patience(false, Duration.ofMillis(1), away));
    }

    @Test
    void submissionThatBrokeOffIsMadeAgainUnderTheSameKeyUntilItIsAnswered() {
        controller.answerAndBreak(SUBMIT, "{").answerAndBreak(SUBMIT, "").answerAndBreak(SUBMIT, "{");
        controller.answer(SUBMIT, 200, TAKEN);

        assertThat(session(OptionalLong.empty(), LONG).submit().text("jobId")).contains("ab12");

        assertThat(controller.requests(SUBMIT))
                .hasSize(4)
                .allSatisfy(request ->
                        assertThat(request.body().text("idempotencyKey")).contains("a-key"));
        assertThat(said).first().asString().contains("went away while it took the build", "offload up --detach");
    }

    @Test
    void refusalAfterABreakIsTheAnswer() {
        controller.answerAndBreak(SUBMIT, "{");
        controller.answer(SUBMIT, 422, "{\"error\":\"snapshot-failed\",\"message\":\"no such folder\"}");

        CommandFailure failure = catchThrowableOfType(
                CommandFailure.class, () -> session(OptionalLong.empty(), LONG).submit());

        assertThat(failure).hasMessageContaining("snapshot-failed");
        assertThat(controller.requests(SUBMIT)).hasSize(2);
    }

    @Test
    void detachedBuildWhoseFateStaysUnknownNamesTheKeyThatKeepsItFromBeingBuiltTwice() {
        controller.answerAndBreak(SUBMIT, "{");

        CommandFailure failure = catchThrowableOfType(
                CommandFailure.class, () -> session(OptionalLong.empty(), SHORT).submit());

        assertThat(failure.code()).isEqualTo(ExitCode.NO_CONTROLLER);
        assertThat(failure)
                .hasMessageContainingAll("is not known", "--key a-key", "offload up --detach", "offload jobs");
    }

    @Test
    void awaitedBuildWhoseFateStaysUnknownIsSaidToBeCancelled() {
        controller.answerAndBreak(SUBMIT, "{");

        Conclusion conclusion = session(OptionalLong.of(1), SHORT).run();

        assertThat(conclusion.outcome()).isEqualTo("no-controller");
        assertThat(conclusion.message()).contains("is not known", "it is cancelled when the controller runs again");
    }

    @Test
    void controllerThatIsNotThereToBeginWithIsNotWaitedFor() throws IOException {
        Files.delete(controller.state().resolve("controller.json"));

        CommandFailure failure = catchThrowableOfType(
                CommandFailure.class, () -> session(OptionalLong.empty(), LONG).submit());

        assertThat(failure.code()).isEqualTo(ExitCode.NO_CONTROLLER);
        assertThat(said).isEmpty();
    }
}
