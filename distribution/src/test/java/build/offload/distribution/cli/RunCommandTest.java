package build.offload.distribution.cli;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.distribution.FakeController;
import build.offload.distribution.client.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunCommandTest {

    private static final String ID = "3fa8c20b17".repeat(6) + "3fa8";
    private static final String SHORT = ID.substring(0, 12);
    private static final String WATCH = "GET /api/offload/v1/jobs/" + ID + "/watch";
    private static final String SUBMIT = "POST /api/offload/v1/jobs";
    private static final String CANCEL = "POST /api/offload/v1/jobs/" + ID + "/cancel";

    @TempDir
    private Path folder = Path.of("");

    private Path checkout = Path.of("");
    private FakeController controller;
    private Invocation invocation = new Invocation(Path.of(""));

    RunCommandTest(@TempDir Path state) throws IOException {
        controller = FakeController.start(state);
    }

    @BeforeEach
    void openForBuilds() throws IOException {
        checkout = Files.createDirectories(folder.toRealPath().resolve("checkout"));
        Files.writeString(checkout.resolve("offload.toml"), """
                version = 1
                [commands.package]
                argv = ["mvn", "package"]
                outputs = ["target/*.jar"]
                requires = { java = ">=21" }
                environment = ["MAVEN_OPTS", "UNSET"]
                time-limit = "5m"
                """);
        invocation = new Invocation(checkout);
        controller.answer("GET /status", 200, "{\"revision\":1,\"dispatch\":{\"state\":\"healthy\"}}");
        controller.answer(SUBMIT, 200, submitted(""));
        controller.answer(CANCEL, 200, "{\"revision\":1,\"result\":{\"changed\":true}}");
    }

    @AfterEach
    void stop() throws IOException {
        controller.close();
    }

    @Test
    @DisplayName("B34: what the build writes arrives byte for byte, and nothing of ours beside it")
    void outputsAreTheBuildsOwnByteForByte() {
        byte[] odd = {0, (byte) 0xff, '\r', '\n', (byte) 0xc3, 'x'};
        watched(
                view("running"),
                chunk("stdout", 0, odd),
                chunk("stderr", 0, "x".getBytes(StandardCharsets.UTF_8)),
                succeeded());

        int code = run("--", "make");

        assertThat(code).isZero();
        assertThat(invocation.stdout.toByteArray()).isEqualTo(odd);
        assertThat(invocation.err()).isEqualTo("x");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 69, 73, 75, 77, 126, 127, 130, 137, 255})
    @DisplayName("B37: the exit code is the build's own")
    void exitCodeIsTheBuildsOwn(int rc) {
        watched(view("failed", "\"rc\":" + rc));

        assertThat(run("--", "make")).isEqualTo(rc);
        assertThat(invocation.err()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            "stage":"blocked","rc":0,"conflicts":[{"path":"a.jar","reason":"changed"}],"staging":"/s" | 73  | blocked
            "stage":"failed","rc":0,"why":{"code":"output-missing","message":"a.jar was not made"}    | 73  | blocked
            "stage":"failed","infraFailure":"disk-full"                                              | 75  | infrastructure
            "stage":"failed","why":{"code":"time-limit","message":"ran longer than 5 s"}             | 75  | infrastructure
            "stage":"lost","infraFailure":"executor-lost"                                            | 75  | infrastructure
            "stage":"cancelled"                                                                      | 130 | cancelled
            """)
    void failureOfOursHasACodeAMessageAndItsNameInTheReport(String view, int code, String outcome) throws IOException {
        watched("{\"view\":{\"id\":\"" + ID + "\",\"host\":\"debian1\"," + view + "}}");

        assertThat(run("--json", "--", "make")).isEqualTo(code);

        assertThat(invocation.err()).startsWith("offload: ");
        Json report = Json.parse(invocation.stdout.toByteArray());
        assertThat(report.text("outcome")).contains(outcome);
        assertThat(report.flag("ownFailure")).isTrue();
        assertThat(report.number("exitCode")).hasValue(code);
        assertThat(report.text("job")).contains(ID);
    }

    @Test
    void blockedPublicationNamesEveryPathAndWhereTheOutputsAre() {
        watched(view(
                "blocked",
                "\"rc\":0,\"publication\":\"blocked\",\"times\":{\"collected\":\"2026-03-01T10:00:00Z\"},"
                        + "\"staging\":\"/kept/here\",\"conflicts\":[{\"path\":\"a.jar\",\"reason\":\"changed"
                        + " meanwhile\"},{\"path\":\"b.jar\",\"reason\":\"is a link\"}]"));

        run("--", "make");

        assertThat(invocation.err())
                .contains(
                        "offload:   a.jar: changed meanwhile\n",
                        "offload:   b.jar: is a link\n",
                        "kept in /kept/here",
                        "offload artifacts " + SHORT + "\n",
                        "offload publish " + SHORT + "\n",
                        "offload discard " + SHORT + "\n");
    }

    @Test
    void reportTellsABuildsCodeFromOneOfOurs() throws IOException {
        watched(view("failed", "\"rc\":75"));

        assertThat(run("--json", "--", "make")).isEqualTo(75);

        Json report = Json.parse(invocation.stdout.toByteArray());
        assertThat(report.flag("ownFailure")).isFalse();
        assertThat(report.number("rc")).hasValue(75);
        assertThat(report.text("outcome")).contains("failed");
    }

    @Test
    @DisplayName("B34: the report says where it ran and why")
    void reportSaysWhereItRanAndWhyAndWhatCameBack() throws IOException {
        watched(view(
                "succeeded",
                "\"rc\":0,\"spilled\":true,\"attempt\":2,\"promoted\":[\"target/a.jar\"],"
                        + "\"why\":{\"code\":\"promoted\",\"message\":\"1 file(s) were promoted\"},\"times\":{"
                        + "\"submitted\":\"2026-01-01T00:00:00Z\",\"placed\":\"2026-01-01T00:00:01.500Z\","
                        + "\"started\":\"2026-01-01T00:00:02Z\"}"));

        Path file = folder.resolve("report.json");
        run("--report", file.toString(), "--", "make");

        Json report = Json.parse(Files.readAllBytes(file));
        assertThat(report.text("ranOn")).contains("debian1");
        assertThat(report.flag("spilled")).isTrue();
        assertThat(report.text("ranOnReason")).contains("fallback-lease");
        assertThat(report.text("reason")).contains("promoted");
        assertThat(report.texts("promoted")).containsExactly("target/a.jar");
        assertThat(report.number("attempt")).hasValue(2);
        assertThat(report.at("phaseSeconds").decimal("queued", 0)).isEqualTo(1.5);
        assertThat(report.at("phaseSeconds").decimal("prepared", 0)).isEqualTo(0.5);
        assertThat(invocation.out()).isEmpty();
    }

    @Test
    void personAtTheTerminalSeesPositionHostPhaseAndTheEnd() {
        watched(
                view("waiting", "\"position\":3,\"why\":{\"code\":\"busy\",\"message\":\"no free slot\"}"),
                view("preparing"),
                view("running"),
                view("succeeded", "\"rc\":0,\"promoted\":[\"target/a.jar\"]"));

        run("--", "make");

        assertThat(invocation.terminal)
                .containsExactly(
                        "job 3fa8c20b173f",
                        "waiting, position 3 on debian1: no free slot",
                        "preparing on debian1",
                        "running on debian1",
                        "succeeded on debian1, exit code 0",
                        "promoted target/a.jar");
        assertThat(invocation.err()).isEmpty();
    }

    @Test
    void progressGoesWhereItIsAskedFor() throws IOException {
        watched(view("running"), succeeded());
        Path file = Files.writeString(folder.resolve("progress"), "before\n");

        run("--progress", file.toString(), "--", "make");

        assertThat(Files.readAllLines(file))
                .containsExactly(
                        "before",
                        "offload: job 3fa8c20b173f",
                        "offload: running on debian1",
                        "offload: succeeded on debian1, exit code 0");
        assertThat(invocation.terminal).isEmpty();
    }

    @Test
    void namedCommandTravelsAsTheFileDescribesIt() {
        watched(succeeded());
        invocation.environment.put("MAVEN_OPTS", "-Xmx1g");
        invocation.environment.put("SECRET", "not let through");

        run("package");

        Json body = submission();
        assertThat(body.text("checkout")).contains(checkout.toString());
        assertThat(body.text("folder")).contains("");
        assertThat(body.text("commandClass")).contains("package");
        assertThat(body.texts("argv")).containsExactly("mvn", "package");
        assertThat(body.texts("outputs")).containsExactly("target/*.jar");
        assertThat(body.at("requirements").text("java")).contains(">=21");
        assertThat(body.members("environment")).containsOnlyKeys("MAVEN_OPTS");
        assertThat(body.number("timeLimitSeconds")).hasValue(300);
        assertThat(body.number("ownerPid")).hasValue(ProcessHandle.current().pid());
        assertThat(body.flag("localOverride")).isFalse();
    }

    @Test
    void everyOptionTravels() {
        watched(succeeded());
        invocation.environment.put("BUILD_REMOTE_LOCAL_FALLBACK", "1");
        invocation.environment.put("A", "1");

        run(
                "--key",
                "K",
                "--output",
                "out/**",
                "--require",
                "gcc=>=12 <14",
                "--require",
                "make",
                "--env",
                "A",
                "--timeout",
                "90s",
                "--never-local",
                "--exclude-host",
                "debian2",
                "--label",
                "rack=b",
                "--queue-timeout",
                "30s",
                "--",
                "/usr/bin/make",
                "--output",
                "a b",
                "@x",
                "$HOME",
                "");

        Json body = submission();
        assertThat(body.text("idempotencyKey")).contains("K");
        assertThat(body.text("commandClass")).contains("make");
        assertThat(body.texts("argv")).containsExactly("/usr/bin/make", "--output", "a b", "@x", "$HOME", "");
        assertThat(body.texts("outputs")).containsExactly("out/**");
        assertThat(body.at("requirements").text("gcc")).contains(">=12 <14");
        assertThat(body.at("requirements").text("make")).contains("*");
        assertThat(body.at("environment").text("A")).contains("1");
        assertThat(body.number("timeLimitSeconds")).hasValue(90);
        assertThat(body.flag("neverLocal")).isTrue();
        assertThat(body.flag("localOverride")).isTrue();
        assertThat(body.texts("excludedHosts")).containsExactly("debian2");
        assertThat(body.at("labels").text("rack")).contains("b");
        assertThat(body.number("queueLimitSeconds")).hasValue(30);
    }

    @Test
    void commandLineBeatsWhatTheProjectFileSays() throws IOException {
        String command = "[commands.placed]\nargv = ['make']\nlabels = {a = '1', b = '2'}\nqueue-timeout = '10m'\n";
        Files.writeString(checkout.resolve("offload.toml"), "version = 1\n" + command);
        watched(succeeded());
        run("placed", "--label", "b=3");
        assertThat(submission().plain()).contains("\"labels\":{\"a\":\"1\",\"b\":\"3\"}", "\"queueLimitSeconds\":600");
    }

    @Test
    void runInASubFolderBuildsTheCheckoutThere() throws IOException {
        watched(succeeded());
        invocation = new Invocation(Files.createDirectories(checkout.resolve("module")));

        run("--output", "target/*", "--", "make");

        assertThat(submission().text("checkout")).contains(checkout.toString());
        assertThat(submission().text("folder")).contains("module");
        assertThat(submission().texts("outputs")).containsExactly("module/target/*");
    }

    @Test
    void eachRunHasAKeyOfItsOwn() {
        watched(succeeded());

        run("--", "make");
        run("--", "make");

        assertThat(controller.requests(SUBMIT))
                .extracting(request -> request.body().text("idempotencyKey", ""))
                .doesNotHaveDuplicates()
                .allMatch(key -> key.matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"));
    }

    @Test
    void detachedRunPrintsTheJobAndHasNoOwner() {
        assertThat(run("--detach", "--", "make")).isZero();

        assertThat(invocation.out()).isEqualTo(ID + "\n");
        assertThat(submission().number("ownerPid")).isEmpty();
        assertThat(controller.requests("GET /api")).isEmpty();
    }

    @Test
    void brokenConnectionIsReadOnFromWhereItBrokeAndNothingComesTwice() {
        controller.answerAndBreak(
                WATCH, lines(view("running"), chunk("stdout", 0, "abc".getBytes(StandardCharsets.UTF_8))));
        controller.answer(WATCH, 503, "{\"error\":\"store-unavailable\"}");
        watched(chunk("stdout", 1, "bcdef".getBytes(StandardCharsets.UTF_8)), succeeded());

        assertThat(run("--", "make")).isZero();

        assertThat(invocation.out()).isEqualTo("abcdef");
        assertThat(controller.requests(WATCH))
                .extracting(FakeController.Request::line)
                .containsExactly(
                        WATCH + "?stdout=0&stderr=0", WATCH + "?stdout=3&stderr=0", WATCH + "?stdout=3&stderr=0");
    }

    @Test
    void budgetOfTheWatchRunningOutIsNoEnd() {
        controller.answer(WATCH, 200, lines(view("running")));
        watched(succeeded());

        assertThat(run("--", "make")).isZero();
        assertThat(controller.requests(WATCH)).hasSize(2);
    }

    @Test
    void withoutAControllerNothingHappensAndTheCodeSaysSo() throws IOException {
        Files.delete(controller.state().resolve("controller.json"));

        assertThat(run("--json", "--", "make")).isEqualTo(69);
        assertThat(invocation.err())
                .contains("no controller runs on the state folder " + controller.state(), "offload up");
        assertThat(Json.parse(invocation.stdout.toByteArray()).text("outcome")).contains("no-controller");
    }

    @Test
    void controllerThatWasKilledIsNotTakenForARunningOne() throws IOException {
        Path file = controller.state().resolve("controller.json");
        Files.writeString(file, Files.readString(file).replaceAll("\"startTicks\":\\d+", "\"startTicks\":1"));

        assertThat(run("--", "make")).isEqualTo(69);
    }

    @Test
    @DisplayName("B28: what no enrolled host has is named at once")
    void buildThatNoHostCanTakeIsGivenUpWithWhatIsMissing() {
        restart();
        controller.answer(SUBMIT, 200, submitted(",\"missing\":\"gpu-x\""));

        assertThat(run("--", "make")).isEqualTo(75);

        assertThat(invocation.err()).contains("no enrolled host can ever run this: gpu-x");
        assertThat(controller.requests(CANCEL)).hasSize(1);
    }

    @Test
    void buildThatNoHostCanTakeYetWaitsWhenAskedTo() {
        restart();
        controller.answer(SUBMIT, 200, submitted(",\"missing\":\"gpu-x\""));
        watched(succeeded());

        assertThat(run("--wait", "--", "make")).isZero();
        assertThat(controller.requests(CANCEL)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"disabled", "no-builders", "config-invalid"})
    void runOnAClosedControllerSaysSoAndSubmitsNothing(String detail) {
        controller.forget();
        controller.answer("GET /status", 200, "{\"dispatch\":{\"state\":\"paused\",\"detail\":\"" + detail + "\"}}");

        assertThat(run("--", "make")).isEqualTo(75);

        assertThat(invocation.err()).startsWith("offload: ").contains("--wait");
        assertThat(controller.requests(SUBMIT)).isEmpty();
    }

    @Test
    void refusalIsShownInTheControllersWords() {
        restart();
        controller.answer(
                SUBMIT,
                422,
                "{\"error\":\"invalid-args\",\"detail\":{\"code\":\"identity-conflict\",\"message\":\"the"
                        + " key K belongs to another command\"}}");

        assertThat(run("--key", "K", "--", "make")).isEqualTo(77);
        assertThat(invocation.err()).isEqualTo("offload: submitting the build: the key K belongs to another command\n");
    }

    @Test
    void brokenProjectFileIsRefusedBeforeAnythingIsAsked() throws IOException {
        Files.writeString(
                checkout.resolve("offload.toml"),
                "version = 1\n[commands.package]\nargv = ['x']\noutputs = ['../x']\n");

        assertThat(run("package")).isEqualTo(77);
        assertThat(invocation.err())
                .isEqualTo("offload: " + checkout.resolve("offload.toml")
                        + ":4: commands.package.outputs: output '../x' leaves the checkout or is not in normal form\n");
        assertThat(controller.requests("")).isEmpty();
    }

    @Test
    void unnamedCommandNeedsNoProjectFileNotEvenAGoodOne() throws IOException {
        watched(succeeded());
        Files.writeString(checkout.resolve("offload.toml"), "nonsense");

        assertThat(run("--output", "x", "--", "make")).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            run                        | give the name of a command in offload.toml, or a command after two dashes
            run --                     | there is no command after the two dashes
            run package -- make        | give either the name of a command or, after two dashes, a command, not both
            run mvn package            | a name takes no arguments; a whole command comes after two dashes: offload run -- mvn package
            run --nonsense package     | Unknown option: '--nonsense'
            """)
    void mistakeOnTheCommandLineIsExplained(String line, String message) {
        assertThat(invocation.run(line.split(" "))).isEqualTo(64);

        assertThat(invocation.err()).contains(message).contains("offload run --help");
    }

    @Test
    void outputOutsideTheCheckoutIsRefused() {
        assertThat(run("--output", "../x", "--", "make")).isEqualTo(77);
        assertThat(invocation.err()).contains("--output: output '../x' leaves the checkout");
    }

    private int run(String... arguments) {
        return invocation.run(controller.options("run", arguments));
    }

    // Answers laid ready so far are given in order; a test that wants another first one begins anew.
    private void restart() {
        controller.forget();
        controller.answer("GET /status", 200, "{\"revision\":1,\"dispatch\":{\"state\":\"healthy\"}}");
        controller.answer(CANCEL, 200, "{\"revision\":1,\"result\":{\"changed\":true}}");
    }

    private Json submission() {
        return controller.requests(SUBMIT).getFirst().body();
    }

    private void watched(String... lines) {
        controller.answer(WATCH, 200, lines(lines));
    }

    private static String lines(String... lines) {
        return Stream.concat(Arrays.stream(lines), Stream.of(""))
                .map(line -> line + "\n")
                .reduce("", String::concat);
    }

    private static String submitted(String more) {
        return "{\"revision\":1,\"result\":{\"changed\":true,\"jobId\":\"" + ID
                + "\",\"attached\":false,\"stage\":\"waiting\"," + "\"position\":1" + more + "}}";
    }

    private static String succeeded() {
        return view("succeeded", "\"rc\":0");
    }

    private static String view(String stage, String... more) {
        List<String> members = Stream.concat(
                        Stream.of("\"id\":\"" + ID + "\"", "\"stage\":\"" + stage + "\"", "\"host\":\"debian1\""),
                        Arrays.stream(more))
                .toList();
        return "{\"view\":{" + String.join(",", members) + "}}";
    }

    private static String chunk(String stream, long offset, byte[] bytes) {
        return "{\"" + stream + "\":{\"offset\":" + offset + ",\"data\":\""
                + Base64.getEncoder().encodeToString(bytes) + "\"}}";
    }
}
