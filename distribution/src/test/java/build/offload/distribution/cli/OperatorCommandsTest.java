package build.offload.distribution.cli;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.distribution.FakeController;
import build.offload.distribution.FakeController.Request;
import build.offload.distribution.client.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperatorCommandsTest {

    private static final String ID = "ab".repeat(32);
    private static final String DONE = "{\"revision\":8,\"result\":{\"changed\":true}}";
    private static final String KEYS = "GET /api/offload/v1/host-keys";
    private static final String EDIT = "POST /api/offload/v1/hosts/debian1/edit";
    private static final String HOSTS = "POST /api/offload/v1/hosts";

    private final FakeController controller;
    private final Invocation invocation;

    OperatorCommandsTest(@TempDir Path folder) throws IOException {
        controller = FakeController.start(folder);
        controller.answer("GET /status", 200, "{\"revision\":7,\"desired\":\"draining\",\"observed\":\"available\"}");
        invocation = new Invocation(folder);
    }

    @AfterEach
    void stop() throws IOException {
        controller.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            drain        | debian1     | box-drain         | debian1 takes no new builds
            restore      | debian1     | box-restore       | debian1 is being restored
            quarantine   | debian1 mvn | host-quarantine   | mvn is no longer run on debian1
            unquarantine | debian1 mvn | host-unquarantine | mvn is probed again on debian1
            """)
    void verbIsPostedWithAKeyAndTheRevisionThatWasRead(String command, String arguments, String verb, String said) {
        controller.answer("POST /transition/" + verb, 200, DONE);

        assertThat(run(command, arguments.split(" "))).isZero();

        Request request = controller.requests("POST /transition/" + verb).getFirst();
        assertThat(request.headers().get("authorization")).startsWith("Bearer ");
        assertThat(request.body().number("expectedRevision")).hasValue(7);
        assertThat(request.body().text("idempotencyKey", "")).hasSize(36);
        assertThat(request.body().at("args").text("host")).contains("debian1");
        assertThat(invocation.out()).isEqualTo(said + "\n");
    }

    @Test
    void staleRevisionIsTakenUpUnderTheSameKey() {
        controller.answer("POST /transition/box-drain", 409, "{\"error\":\"stale-revision\",\"currentRevision\":9}");
        controller.answer("POST /transition/box-drain", 200, DONE);

        assertThat(run("drain", "debian1")).isZero();

        List<Request> requests = controller.requests("POST /transition/box-drain");
        assertThat(requests)
                .extracting(request -> request.body().number("expectedRevision").orElse(0))
                .containsExactly(7L, 9L);
        assertThat(requests)
                .extracting(request -> request.body().text("idempotencyKey", ""))
                .containsOnly(requests.getFirst().body().text("idempotencyKey", ""));
    }

    @Test
    void revisionThatNeverHoldsStillIsGivenUp() {
        controller.answer("POST /transition/box-drain", 409, "{\"error\":\"stale-revision\",\"currentRevision\":9}");

        assertThat(run("drain", "debian1")).isEqualTo(75);
        assertThat(controller.requests("POST /transition/box-drain")).hasSize(8);
        assertThat(invocation.err()).contains("draining debian1", "kept changing");
    }

    @Test
    void busyControllerIsAskedAgainAfterThePauseItAskedFor() {
        controller.answer("POST /transition/box-drain", 503, "Retry-After: 0", "{\"error\":\"busy\"}");
        controller.answer("POST /transition/box-drain", 503, "{\"error\":\"outcome-unknown\"}");
        controller.answer("POST /transition/box-drain", 200, DONE);

        assertThat(run("drain", "debian1")).isZero();
        assertThat(controller.requests("POST /transition/box-drain"))
                .extracting(request -> request.body().text("idempotencyKey", ""))
                .hasSize(3)
                .containsOnly(controller
                        .requests("POST /transition/box-drain")
                        .getFirst()
                        .body()
                        .text("idempotencyKey", ""));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            422 | {"error":"invalid-args","detail":{"code":"unknown-host","message":"there is no host debian1"}} | 77 | there is no host debian1
            401 | {"error":"unauthorized"}                                                                       | 77 | does not know the token
            403 | {"error":"audit-write-failed"}                                                                 | 75 | audit journal cannot be written
            404 | {"error":"unknown-host","detail":{"code":"unknown-host","message":"no such host"}}              | 77 | no such host
            500 | not JSON at all                                                                                | 75 | answered 500
            """)
    void refusalBecomesACodeAndASentence(int status, String body, int code, String message) {
        controller.answer("POST /transition/box-drain", status, body);

        assertThat(run("drain", "debian1")).isEqualTo(code);
        assertThat(invocation.err()).startsWith("offload: draining debian1: ").contains(message);
        assertThat(invocation.out()).isEmpty();
    }

    @Test
    void changeThatChangesNothingSaysSo() {
        controller.answer("POST /transition/box-drain", 200, "{\"revision\":8,\"result\":{\"changed\":false}}");

        run("drain", "debian1");

        assertThat(invocation.out()).isEqualTo("debian1 was draining already\n");
    }

    @Test
    void retryFindsTheWholeIdOfAJobFirst() {
        controller.answer("GET /api/offload/v1/jobs/ababab", 200, "{\"id\":\"" + ID + "\"}");
        controller.answer("POST /transition/job-retry", 200, DONE);

        assertThat(run("retry", "ababab")).isZero();
        assertThat(controller
                        .requests("POST /transition/job-retry")
                        .getFirst()
                        .body()
                        .at("args")
                        .text("jobId"))
                .contains(ID);
    }

    @Test
    void aKeptWorkspaceIsFoundByTheNameOfItsCheckoutOrByItsFolder() {
        controller.answer("GET /api/offload/v1/workspaces", 200, """
                {"workspaces":[{"host":"debian1","checkout":"c","repo":"app","path":"/a/app"},
                 {"host":"debian1","checkout":"d","repo":"lib","path":"/a/lib"},
                 {"host":"debian1","checkout":"e","repo":"lib","path":"/b/lib"}]}
                """);
        controller.answer(
                "POST /api/offload/v1/workspaces/discard",
                200,
                "{\"revision\":8,\"result\":{\"changed\":true,\"pending\":[\"removal\"]}}");

        assertThat(run("workspace", "rm", "debian1", "app")).isZero();
        assertThat(run("workspace", "rm", "debian1", "/b/lib")).isZero();
        assertThat(run("workspace", "rm", "debian1", "lib")).isEqualTo(77);
        assertThat(run("workspace", "rm", "debian2", "app")).isEqualTo(77);
        assertThat(run("workspace", "rm", "debian1")).isEqualTo(64);

        assertThat(controller.requests("POST /api/offload/v1/workspaces/discard"))
                .extracting(request -> request.body().text("checkout", ""))
                .containsExactly("c", "e");
        assertThat(invocation.out()).isEqualTo("""
                        the workspace of app on debian1 is given up; still to come: removal
                        the workspace of /b/lib on debian1 is given up; still to come: removal
                        """);
        assertThat(invocation.err())
                .contains("name the checkout by its folder: /a/lib, /b/lib", "debian2 keeps no workspace of app");
    }

    @Test
    void cancelNeedsNoRevision() {
        controller.answer("POST /api/offload/v1/jobs/ababab/cancel", 200, DONE);

        assertThat(run("cancel", "ababab")).isZero();
        assertThat(controller.requests("GET /status")).isEmpty();
    }

    @Test
    void publishWaitsForItsEndAndListsWhatItPutInPlace() {
        controller.answer("POST /api/offload/v1/jobs/ababab/publish", 200, decided("publishing"));
        controller.answer(
                "GET /api/offload/v1/jobs/" + ID,
                200,
                "{\"id\":\"" + ID + "\",\"stage\":\"succeeded\",\"rc\":0,\"promoted\":[\"out/app\"]}");

        assertThat(run("publish", "ababab")).isZero();
        assertThat(invocation.out()).isEqualTo("promoted out/app\n");
    }

    @Test
    void publishThatIsBlockedAgainNamesWhatStandsInTheWayAndWhatCanBeDone() {
        controller.answer("POST /api/offload/v1/jobs/ababab/publish", 200, decided("publishing"));
        controller.answer("GET /api/offload/v1/jobs/" + ID, 200, """
                {"id":"%s","stage":"blocked","rc":0,"publication":"blocked","times":{"collected":"2026-03-01T10:00:00Z"},
                 "conflicts":[{"path":"a.c","reason":"changed"}]}""".formatted(ID));

        assertThat(run("publish", "ababab")).isEqualTo(73);
        assertThat(invocation.err())
                .contains("a.c: changed", "offload publish abababababab", "offload discard abababababab");
        assertThat(invocation.out()).isEmpty();
    }

    @Test
    void discardNeedsNoRevision() {
        controller.answer("POST /api/offload/v1/jobs/ababab/discard", 200, decided("blocked"));

        assertThat(run("discard", "ababab")).isZero();
        assertThat(invocation.out()).isEqualTo("the outputs of job ababab are given up\n");
        assertThat(controller.requests("GET /status")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"remove, debian1", "hosts, remove debian1"})
    void removalWithEverythingOnTheHostIsAskedForByName(String command, String words) {
        controller.answer("POST /api/offload/v1/hosts/debian1/remove", 200, DONE);

        assertThat(run(command, (words + " --purge").split(" "))).isZero();

        assertThat(controller
                        .requests("POST /api/offload/v1/hosts/debian1/remove")
                        .getFirst()
                        .body()
                        .flag("purge"))
                .isTrue();
        assertThat(invocation.out())
                .isEqualTo("debian1 is no longer in the fleet, and nothing of offload's is left there\n");
    }

    @Test
    void whatIsOldIsRemovedPortionByPortion() {
        controller.answer(
                "POST /api/offload/v1/garbage/collect",
                200,
                "{\"revision\":8,\"result\":{\"changed\":true,\"more\":false,\"removed\":{\"jobs\":2,\"events\":30}}}");

        assertThat(run("gc")).isZero();
        assertThat(invocation.out()).contains("2 jobs removed\n", "30 events removed\n", "0 audit removed\n");
    }

    private static String decided(String stage) {
        return "{\"revision\":8,\"result\":{\"changed\":true,\"jobId\":\"" + ID + "\",\"stage\":\"" + stage + "\"}}";
    }

    @Test
    void hostNameIsEncodedInTheAddress() {
        controller.answer("POST /api/offload/v1/hosts/a%2Fb%20c/remove", 200, DONE);

        assertThat(run("remove", "a/b c")).isZero();
    }

    @Test
    void enrolmentPinsTheKeyThatWasConfirmedAtTheTerminal() {
        offered();
        controller.answer(HOSTS, 200, DONE);
        invocation.answer = Optional.of("yes");

        assertThat(run(
                        "enroll",
                        "debian1",
                        "--address",
                        "me@debian1:2222",
                        "--slots",
                        "4",
                        "--primary",
                        "--identity-file",
                        "key"))
                .isZero();

        assertThat(controller.requests(KEYS).getFirst().line())
                .isEqualTo(KEYS + "?executor=ssh&address=me%40debian1%3A2222");
        assertThat(invocation.terminal.getFirst())
                .contains("SHA256:rsa  ssh-rsa", "SHA256:ed  ssh-ed25519", "Pin SHA256:ed");
        Request request = controller.requests(HOSTS).getFirst();
        assertThat(request.body().text("fingerprint")).contains("SHA256:ed");
        assertThat(request.body().number("slots")).hasValue(4);
        assertThat(request.body().flag("primary")).isTrue();
        assertThat(request.body().text("identityFile", "")).startsWith("/").endsWith("/key");
        assertThat(request.body().number("expectedRevision")).hasValue(7);
    }

    @Test
    void keyThatIsNotConfirmedEnrollsNothing() {
        offered();
        invocation.answer = Optional.of("no");

        assertThat(run("enroll", "debian1", "--address", "me@debian1")).isEqualTo(77);
        assertThat(controller.requests(HOSTS)).isEmpty();
    }

    @Test
    void withoutATerminalTheFingerprintIsToldAndNothingPinned() {
        offered();

        assertThat(run("enroll", "debian1", "--address", "me@debian1")).isEqualTo(77);
        assertThat(invocation.err()).contains("SHA256:ed  ssh-ed25519", "--host-key SHA256:ed");
        assertThat(controller.requests(HOSTS)).isEmpty();
    }

    @Test
    void givenFingerprintIsPinnedWithoutAQuestion() {
        controller.answer(HOSTS, 200, DONE);

        assertThat(run("enroll", "debian1", "--address", "me@debian1", "--host-key", "SHA256:known"))
                .isZero();
        assertThat(invocation.terminal).isEmpty();
        assertThat(controller.requests(HOSTS).getFirst().body().text("fingerprint"))
                .contains("SHA256:known");
    }

    @Test
    void localExecutorNeedsNoAddressAndNoKey() {
        controller.answer(HOSTS, 200, DONE);

        assertThat(run("enroll", "laptop2", "--executor", "local", "--allow-this-machine"))
                .isZero();

        Request request = controller.requests(HOSTS).getFirst();
        assertThat(request.body().text("executor")).contains("local");
        assertThat(request.body().at("address").present()).isFalse();
        assertThat(request.body().at("fingerprint").present()).isFalse();
        assertThat(request.body().flag("allowThisMachine")).isTrue();
    }

    @Test
    void editSendsWhatIsNamedAndNothingElse() {
        controller.answer(EDIT, 200, "{\"revision\":8,\"result\":{\"changed\":true,\"state\":\"restoring\"}}");

        assertThat(run(
                        "hosts",
                        "edit",
                        "debian1",
                        "--slots",
                        "4",
                        "--no-primary",
                        "--label",
                        "rack=b",
                        "--without-label",
                        "gpu",
                        "--address",
                        "me@debian1:2222",
                        "--identity-file",
                        "key",
                        "--host-key",
                        "SHA256:ed",
                        "--accept-drift"))
                .isZero();
        assertThat(invocation.run(
                        "hosts",
                        "edit",
                        "debian1",
                        "--primary",
                        "--state",
                        controller.state().toString()))
                .isZero();

        Json full = controller.requests(EDIT).getFirst().body();
        assertThat(full.number("slots")).hasValue(4);
        assertThat(full.at("primary").present()).isTrue();
        assertThat(full.flag("primary")).isFalse();
        assertThat(full.at("labels").text("rack")).contains("b");
        assertThat(full.text("address")).contains("me@debian1:2222");
        assertThat(full.text("identityFile", "")).startsWith("/").endsWith("/key");
        assertThat(full.text("fingerprint")).contains("SHA256:ed");
        assertThat(full.flag("acceptDrift")).isTrue();
        Json least = controller.requests(EDIT).getLast().body();
        assertThat(least.flag("primary")).isTrue();
        assertThat(least.at("slots").present() || least.at("labels").present()).isFalse();
        assertThat(invocation.out())
                .startsWith("debian1 is changed\nit takes builds once its probes are green: offload hosts\n");
    }

    @Test
    void recallSaysWhatGoesOnInItsLease() {
        controller.answer(
                "POST /transition/recall-spill",
                200,
                "{\"revision\":8,\"result\":{\"changed\":true,\"hosts\":[\"laptop\"],\"running\":[\"abc.1\"],\"pending\":[\"spill\"]}}");

        assertThat(run("recall")).isZero();

        assertThat(invocation.out()).startsWith("the lease is called back").endsWith("still building there: abc.1\n");
    }

    @Test
    void editThatNamesNothingIsNotSent() {
        assertThat(run("hosts", "edit", "debian1")).isEqualTo(64);
        assertThat(controller.requests(EDIT)).isEmpty();
    }

    @Test
    void modeIsDeclaredOnTheRevisionThatWasRead() {
        controller.answer("POST /api/offload/v1/desired-mode", 200, DONE);

        assertThat(run("mode", "maintenance")).isZero();

        Request request =
                controller.requests("POST /api/offload/v1/desired-mode").getFirst();
        assertThat(request.body().text("mode")).contains("maintenance");
        assertThat(request.body().number("expectedRevision")).hasValue(7);
        assertThat(invocation.out()).isEqualTo("the cluster's desired mode is maintenance\n");
    }

    @Test
    void modeWithoutAWordShowsThePresentOne() {
        assertThat(run("mode")).isZero();
        assertThat(invocation.out()).isEqualTo("desired draining, observed available\n");
    }

    @Test
    void modeThatIsNoneIsNotUnderstood() {
        assertThat(run("mode", "asleep")).isEqualTo(64);
        assertThat(controller.requests("POST /api/offload/v1/desired-mode")).isEmpty();
    }

    private void offered() {
        controller.answer(
                KEYS,
                200,
                "{\"keys\":[{\"type\":\"ssh-rsa\",\"fingerprint\":\"SHA256:rsa\"},"
                        + "{\"type\":\"ssh-ed25519\",\"fingerprint\":\"SHA256:ed\"}]}");
    }

    private int run(String command, String... arguments) {
        return invocation.run(controller.options(command, arguments));
    }
}
