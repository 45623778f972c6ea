package build.offload.plugin.http;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.spi.executor.HostTarget;
import build.offload.spi.frontend.OperatorCall.BuildRequest;
import build.offload.spi.frontend.OperatorCall.CancelJob;
import build.offload.spi.frontend.OperatorCall.CollectGarbage;
import build.offload.spi.frontend.OperatorCall.DiscardJob;
import build.offload.spi.frontend.OperatorCall.DiscardWorkspace;
import build.offload.spi.frontend.OperatorCall.EditHost;
import build.offload.spi.frontend.OperatorCall.EnrolHost;
import build.offload.spi.frontend.OperatorCall.HostEdit;
import build.offload.spi.frontend.OperatorCall.HostOptions;
import build.offload.spi.frontend.OperatorCall.Placement;
import build.offload.spi.frontend.OperatorCall.PublishJob;
import build.offload.spi.frontend.OperatorCall.RemoveHost;
import build.offload.spi.frontend.OperatorCall.SetDesiredMode;
import build.offload.spi.frontend.OperatorCall.SubmitJob;
import build.offload.spi.frontend.Query;
import build.offload.spi.model.HostAddress;
import build.offload.spi.model.HostLabels;
import build.offload.spi.model.HostName;
import build.offload.spi.model.HostState;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import build.offload.spi.model.KeepPattern;
import build.offload.spi.model.MirrorId;
import build.offload.spi.model.OutputPattern;
import build.offload.spi.model.SecretName;
import build.offload.spi.model.ToolRequirement;
import build.offload.spi.model.VersionRange;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The changes of the operator API: what a body becomes, and what it must not be. */
class OperatorApiTest extends ServedTest {

    private static final String API = "/api/offload/v1";
    private static final String ENROL_LEAST =
            "{\"idempotencyKey\":\"k\",\"expectedRevision\":7,\"name\":\"debian1\",\"executor\":\"ssh\"}";
    private static final String SUBMIT_LEAST =
            "{\"idempotencyKey\":\"k\",\"checkout\":\"/home/me/app\",\"commandClass\":\"make\",\"argv\":[\"make\"],\"outputs\":[]}";

    @Test
    void enrolmentIsReadWithItsDefaults() throws IOException {
        Response response = send(Call.post(API + "/hosts", ENROL_LEAST));

        assertThat(response.status()).isEqualTo(200);
        assertThat(controller.calls)
                .containsExactly(new EnrolHost(
                        "k",
                        OptionalLong.of(7),
                        new HostTarget(
                                new HostName("debian1"),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty()),
                        "ssh",
                        Optional.empty(),
                        new HostOptions(1, false, false)));
    }

    @Test
    void enrolmentIsReadInFull() throws IOException {
        send(Call.post(API + "/hosts", """
                {"idempotencyKey":"k","expectedRevision":7,"name":"debian1","executor":"ssh","address":"me@debian1:2222",
                 "fingerprint":"SHA256:x","identityFile":"/home/me/.ssh/id","workspaceRoot":"/var/offload","slots":4,
                 "primary":true,"allowThisMachine":true,"labels":{"rack":"b"}}"""));

        assertThat(controller.calls)
                .containsExactly(new EnrolHost(
                        "k",
                        OptionalLong.of(7),
                        new HostTarget(
                                new HostName("debian1"),
                                Optional.of(new HostAddress("me", "debian1", 2222)),
                                Optional.empty(),
                                Optional.of("/home/me/.ssh/id"),
                                Optional.of("/var/offload")),
                        "ssh",
                        Optional.of("SHA256:x"),
                        new HostOptions(4, true, true, HostLabels.of(Map.of("rack", "b")))));
    }

    @Test
    void removalNamesTheHostInItsAddress() throws IOException {
        send(Call.post(API + "/hosts/debian1/remove", "{\"idempotencyKey\":\"k\",\"expectedRevision\":7}"));

        assertThat(controller.calls)
                .containsExactly(new RemoveHost("k", OptionalLong.of(7), new HostName("debian1"), false));
    }

    @ParameterizedTest
    @CsvSource({
        "available,AVAILABLE",
        "draining,DRAINING",
        "maintenance,MAINTENANCE",
        "restoring,RESTORING",
        "degraded,DEGRADED"
    })
    void theDesiredModeIsOneOfFiveWords(String word, HostState mode) throws IOException {
        send(Call.post(
                API + "/desired-mode", "{\"idempotencyKey\":\"k\",\"expectedRevision\":7,\"mode\":\"" + word + "\"}"));

        assertThat(controller.calls).containsExactly(new SetDesiredMode("k", OptionalLong.of(7), mode));
    }

    @Test
    void anEditLeavesWhatItDoesNotName() throws IOException {
        send(Call.post(API + "/hosts/debian1/edit", "{\"idempotencyKey\":\"k\",\"expectedRevision\":7}"));

        assertThat(controller.calls)
                .containsExactly(new EditHost(
                        "k",
                        OptionalLong.of(7),
                        new HostName("debian1"),
                        new HostEdit(
                                OptionalInt.empty(),
                                Optional.empty(),
                                Map.of(),
                                List.of(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                false)));
    }

    @Test
    void anEditIsReadInFull() throws IOException {
        send(Call.post(API + "/hosts/debian1/edit", """
                {"idempotencyKey":"k","expectedRevision":7,"slots":3,"primary":false,"labels":{"rack":"b"},
                 "withoutLabels":["gpu"],"address":"me@debian1:2222","identityFile":"/home/me/.ssh/id",
                 "fingerprint":"SHA256:x","acceptDrift":true}"""));

        assertThat(controller.calls)
                .containsExactly(new EditHost(
                        "k",
                        OptionalLong.of(7),
                        new HostName("debian1"),
                        new HostEdit(
                                OptionalInt.of(3),
                                Optional.of(false),
                                Map.of("rack", "b"),
                                List.of("gpu"),
                                Optional.of(HostAddress.parse("me@debian1:2222")),
                                Optional.of("/home/me/.ssh/id"),
                                Optional.of("SHA256:x"),
                                true)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"slots\":0", "\"slots\":1025", "\"primary\":\"yes\"", "\"labels\":{\"Rack\":\"b\"}",
                "\"labels\":{\"rack\":\"\"}", "\"labels\":[\"rack\"]", "\"address\":\"nowhere\"", "\"name\":\"other\""
            })
    void anEditThatCannotBeReadChangesNothing(String field) throws IOException {
        Response response = send(Call.post(
                API + "/hosts/debian1/edit", "{\"idempotencyKey\":\"k\",\"expectedRevision\":7," + field + "}"));

        assertThat(response.status()).isEqualTo(422);
        assertThat(controller.calls).isEmpty();
    }

    @Test
    void aSubmissionIsReadWithItsDefaults() throws IOException {
        send(Call.post(API + "/jobs", SUBMIT_LEAST));

        BuildRequest build = new BuildRequest(
                "make",
                List.of("make"),
                List.of(),
                List.of(),
                Map.of(),
                Optional.empty(),
                new Placement(false, false, List.of()));
        assertThat(controller.calls)
                .containsExactly(
                        new SubmitJob("k", OptionalLong.empty(), "/home/me/app", "", build, OptionalLong.empty()));
    }

    @Test
    void aSubmissionIsReadInFull() throws IOException {
        send(Call.post(API + "/jobs", """
                {"idempotencyKey":"k","expectedRevision":7,"checkout":"/home/me/app","folder":"web","commandClass":"make",
                 "argv":["make","-j","4",""],"outputs":["out/**"],"requirements":{"java":">=21 <26"},
                 "environment":{"CI":"","LANG":"C"},"timeLimitSeconds":90,"ownerPid":4711,"neverLocal":true,
                 "localOverride":true,"excludedHosts":["debian2"],"labels":{"rack":"b"},"queueLimitSeconds":30,"publication":"publish-directory","secrets":["NPM_TOKEN"],"keep":["target/"]}"""));

        BuildRequest build = new BuildRequest(
                "make",
                List.of("make", "-j", "4", ""),
                List.of(new OutputPattern("out/**")),
                List.of(new ToolRequirement("java", new VersionRange(">=21 <26"))),
                Map.of("CI", "", "LANG", "C"),
                Optional.of(Duration.ofSeconds(90)),
                new Placement(
                        true,
                        true,
                        List.of(new HostName("debian2")),
                        Map.of("rack", "b"),
                        Optional.of(Duration.ofSeconds(30))),
                "publish-directory",
                List.of(new SecretName("NPM_TOKEN")),
                List.of(new KeepPattern("target/**")));
        assertThat(controller.calls)
                .containsExactly(
                        new SubmitJob("k", OptionalLong.of(7), "/home/me/app", "web", build, OptionalLong.of(4711)));
    }

    @Test
    void aSubmissionMayBeLargeAndOtherBodiesMayNot() throws IOException {
        String padding = " ".repeat(200_000);

        assertThat(send(Call.post(API + "/jobs", SUBMIT_LEAST + padding)).status())
                .isEqualTo(200);
        assertThat(send(Call.post(API + "/jobs", SUBMIT_LEAST + " ".repeat(1 << 20)))
                        .status())
                .isEqualTo(413);
        assertThat(send(Call.post(API + "/hosts", ENROL_LEAST + padding)).status())
                .isEqualTo(413);
    }

    @Test
    void aCancellationMayDoWithoutARevision() throws IOException {
        send(Call.post(cancelPath(Samples.JOB.value()), "{\"idempotencyKey\":\"k\"}"));
        send(Call.post(cancelPath(Samples.JOB.value()), "{\"idempotencyKey\":\"k\",\"expectedRevision\":7}"));

        assertThat(controller.calls)
                .containsExactly(
                        new CancelJob("k", OptionalLong.empty(), Samples.JOB),
                        new CancelJob("k", OptionalLong.of(7), Samples.JOB));
        assertThat(controller.queries).isEmpty();
    }

    @Test
    void outputsOfABlockedJobArePublishedOrDiscardedByTheirJobsAddress() throws IOException {
        String job = API + "/jobs/" + Samples.JOB;
        send(Call.post(job + "/publish", "{\"idempotencyKey\":\"k\"}"));
        send(Call.post(job + "/discard", "{\"idempotencyKey\":\"l\",\"expectedRevision\":7}"));

        assertThat(controller.calls)
                .containsExactly(
                        new PublishJob("k", OptionalLong.empty(), Samples.JOB),
                        new DiscardJob("l", OptionalLong.of(7), Samples.JOB));
    }

    @Test
    void whatIsOldIsCollectedOnRequest() throws IOException {
        send(Call.post(API + "/garbage/collect", "{\"idempotencyKey\":\"k\"}"));

        assertThat(controller.calls).containsExactly(new CollectGarbage("k", OptionalLong.empty()));
    }

    @Test
    void aKeptWorkspaceIsDiscardedOnRequest() throws IOException {
        String checkout = "cd".repeat(32);
        send(Call.post(
                API + "/workspaces/discard",
                "{\"idempotencyKey\":\"k\",\"host\":\"debian1\",\"checkout\":\"" + checkout + "\"}"));
        Response nobodys = send(Call.post(
                API + "/workspaces/discard", "{\"idempotencyKey\":\"k\",\"host\":\"debian1\",\"checkout\":\"app\"}"));

        assertThat(controller.calls)
                .containsExactly(new DiscardWorkspace(
                        "k", OptionalLong.empty(), new HostName("debian1"), new MirrorId(checkout)));
        assertThat(nobodys.status()).isEqualTo(422);
    }

    @Test
    void aPrefixThatOneJobHasMeansThatJob() throws IOException {
        controller.whenAsked(Query.JobsByPrefix.class, query -> List.of(Samples.job(JobStage.RUNNING)));

        send(Call.post(cancelPath("ababab"), "{\"idempotencyKey\":\"k\"}"));

        assertThat(controller.queries).containsExactly(new Query.JobsByPrefix("ababab"));
        assertThat(controller.calls).containsExactly(new CancelJob("k", OptionalLong.empty(), Samples.JOB));
    }

    @Test
    void aPrefixThatTwoJobsHaveIsAmbiguous() throws IOException {
        JobId other = new JobId("ababab" + "0".repeat(58));
        controller.whenAsked(
                Query.JobsByPrefix.class,
                query -> List.of(Samples.job(JobStage.RUNNING), Samples.job(other, JobStage.WAITING)));

        Response response = send(Call.post(cancelPath("ababab"), "{\"idempotencyKey\":\"k\"}"));

        JsonNode detail = response.json().path("detail");
        assertThat(response.status()).isEqualTo(422);
        assertThat(detail.path("code").asText()).isEqualTo("ambiguous-job");
        assertThat(detail.path("matches")).hasSize(2);
        assertThat(controller.calls).isEmpty();
    }

    @Test
    void aPrefixThatNoJobHasIsUnknown() throws IOException {
        controller.whenAsked(Query.JobsByPrefix.class, query -> List.of());

        Response response = send(Call.post(cancelPath("ababab"), "{\"idempotencyKey\":\"k\"}"));

        assertThat(response.status()).isEqualTo(404);
        assertThat(response.json().path("error").asText()).isEqualTo("unknown-job");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ababa", "ABABAB", "xyzxyz", "ababab..", "ab%00abab"})
    void whatIsNoJobsIdIsRefused(String id) throws IOException {
        Response response = send(Call.post(cancelPath(id), "{\"idempotencyKey\":\"k\"}"));

        assertThat(response.status()).isEqualTo(422);
        assertThat(response.json().path("detail").path("field").asText()).isEqualTo("id");
    }

    @ParameterizedTest
    @ValueSource(strings = {"UPPER", "-dash", "a%2Fb", "a;b=c"})
    void aNameThatNoHostCanHaveIsUnknown(String name) throws IOException {
        Response response = send(
                Call.post(API + "/hosts/" + name + "/remove", "{\"idempotencyKey\":\"k\",\"expectedRevision\":7}"));

        assertThat(response.status()).isEqualTo(404);
        assertThat(response.json().path("error").asText()).isEqualTo("unknown-host");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "/hosts        | \"executor\":\"ssh\"          | \"executor\":\"ssh\",\"port\":22     | port",
                "/hosts        | \"expectedRevision\":7,       |                                      | expectedRevision",
                "/hosts        | \"expectedRevision\":7        | \"expectedRevision\":\"7\"           | expectedRevision",
                "/hosts        | \"idempotencyKey\":\"k\",     |                                      | idempotencyKey",
                "/hosts        | \"name\":\"debian1\"          | \"name\":\"Debian 1\"                | host",
                "/hosts        | \"name\":\"debian1\"          | \"name\":null                        | name",
                "/hosts        | \"executor\":\"ssh\"          | \"executor\":\"ssh\",\"slots\":0     | slots",
                "/hosts        | \"executor\":\"ssh\"          | \"executor\":\"ssh\",\"slots\":1025  | slots",
                "/hosts        | \"executor\":\"ssh\"          | \"executor\":\"ssh\",\"slots\":\"2\" | slots",
                "/hosts        | \"executor\":\"ssh\"          | \"executor\":\"ssh\",\"slots\":1.5   | slots",
                "/hosts        | \"executor\":\"ssh\"          | \"executor\":\"ssh\",\"primary\":1   | primary",
                "/hosts        | \"executor\":\"ssh\"          | \"executor\":\"ssh\",\"address\":\"-oProxyCommand=x@h\" | address",
                "/jobs         | \"outputs\":[]                | \"outputs\":[],\"dryRun\":true       | dryRun",
                "/jobs         | \"argv\":[\"make\"]           | \"argv\":[]                          | command",
                "/jobs         | \"argv\":[\"make\"]           | \"argv\":\"make\"                    | argv",
                "/jobs         | \"argv\":[\"make\"]           | \"argv\":[1]                         | argv",
                "/jobs         | \"argv\":[\"make\"]           | \"argv\":[\"a\\u0000b\"]             | command",
                "/jobs         | \"outputs\":[]                | \"outputs\":[\"/etc\"]               | output",
                "/jobs         | \"outputs\":[]                | \"outputs\":[],\"requirements\":{\"java\":\"new\"} | version range",
                "/jobs         | \"outputs\":[]                | \"outputs\":[],\"requirements\":{\"java\":21} | requirements.java",
                "/jobs         | \"outputs\":[]                | \"outputs\":[],\"environment\":{\"A\":null} | environment.A",
                "/jobs         | \"outputs\":[]                | \"outputs\":[],\"timeLimitSeconds\":0 | timeLimitSeconds",
                "/jobs         | \"outputs\":[]                | \"outputs\":[],\"ownerPid\":-1       | ownerPid",
                "/jobs         | \"outputs\":[]                | \"outputs\":[],\"excludedHosts\":[\"A\"] | host"
            })
    void aBodyThatIsWrongInOneWayChangesNothingAndNamesTheField(String path, String part, String instead, String field)
            throws IOException {
        String good = path.equals("/hosts") ? ENROL_LEAST : SUBMIT_LEAST;
        String bad = good.replace(part, instead == null ? "" : instead);
        assertThat(bad).isNotEqualTo(good);

        Response response = send(Call.post(API + path, bad));

        assertThat(response.status()).isEqualTo(422);
        assertThat(response.json().path("error").asText()).isEqualTo("invalid-args");
        assertThat(response.json().path("detail").path("field").asText()).isEqualTo(field);
        assertThat(controller.calls).isEmpty();
    }

    @Test
    void aModeThatIsNoneOfTheWordsNamesThemAll() throws IOException {
        Response response = send(Call.post(
                API + "/desired-mode", "{\"idempotencyKey\":\"k\",\"expectedRevision\":7,\"mode\":\"Draining\"}"));

        assertThat(response.status()).isEqualTo(422);
        assertThat(response.json().path("detail").path("message").asText())
                .isEqualTo("mode must be one of available, draining, maintenance, restoring, degraded.");
    }

    private static String cancelPath(String id) {
        return API + "/jobs/" + id + "/cancel";
    }
}
