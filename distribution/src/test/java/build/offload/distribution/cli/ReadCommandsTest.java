package build.offload.distribution.cli;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.distribution.FakeController;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadCommandsTest {

    private static final String ID = "ab".repeat(32);

    private final FakeController controller;
    private final Invocation invocation;

    ReadCommandsTest(@TempDir Path folder) throws IOException {
        controller = FakeController.start(folder);
        invocation = new Invocation(folder);
    }

    @AfterEach
    void stop() throws IOException {
        controller.close();
    }

    @Test
    void statusIsReadable() {
        controller.answer("GET /status", 200, """
                {"desired":"available","observed":"degraded","revision":12,"lease":{"active":false},
                 "capacity":{"builders":1,"idleSlots":0,"overloaded":true},"reconciler":{"healthy":false},
                 "dispatch":{"state":"wedged","detail":"nothing for 40 s","host":"debian1"},
                 "hosts":{"debian1":{"state":"available","role":"builder","primary":true,
                          "capability":{"probes":[],"circuitOpen":true,"missingCommand":"mvn"}}},
                 "queue":{"depth":1,"oldestAgeSeconds":65,"p95AgeSeconds":65,"sloSeconds":60,"tickets":[
                          {"position":1,"key":"K","repo":"app","state":"waiting","enqueueAgeSeconds":65,"owner":{}}]},
                 "jobs":[{"id":"%s","repo":"app","snapshot":"x","stage":"running","host":"debian1","rc":null,
                          "pullBytes":null,"pullDurationSeconds":null}]}
                """.formatted(ID));

        assertThat(run("status")).isZero();

        assertThat(invocation.out()).isEqualTo("""
                cluster   degraded, desired available, revision 12
                dispatch  wedged: nothing for 40 s (debian1), the reconcile loop is late or failing
                capacity  1 builders, 0 idle slots, all overloaded
                queue     1 waiting, the oldest for 1 min (promised 1 min)
                lease     none

                HOST     ROLE     STATE      REMARK
                debian1  builder  available  primary quarantined: mvn

                POSITION  STATE    WAITING  REPOSITORY  KEY
                1         waiting  1 min    app         K

                JOB           STAGE    HOST     EXIT  PULLED  REPOSITORY
                abababababab  running  debian1  -     -       app
                """);
    }

    @ParameterizedTest
    @CsvSource({
        "status, /status",
        "hosts, /api/offload/v1/hosts",
        "jobs, /api/offload/v1/jobs",
        "plugins, /api/offload/v1/plugins"
    })
    void listingInJsonIsTheControllersOwnBytes(String command, String path) {
        String body = "{\"unknown\" : [1,  null, \"é\"]}";
        controller.answer("GET " + path, 200, body);

        assertThat(run(command, "--json")).isZero();
        assertThat(invocation.out()).isEqualTo(body + "\n");
    }

    @Test
    @Tag("B16")
    void hostsAreListedWithWhatStandsInTheirWayAndWhoDrainedThem() {
        controller.answer("GET /api/offload/v1/hosts", 200, """
                {"hosts":[{"name":"debian1","role":"builder","state":"degraded","mode":"draining","slots":4,"slotsUsed":1,
                  "load1":0.5,"cores":8,"observedAt":"2026-03-01T11:58:30Z","address":"me@debian1:22","executor":"ssh",
                  "reason":"unreachable","probes":[{"command":"mvn","ok":false},{"command":"git","ok":true}],
                  "circuits":[{"command":"gcc"}],"attempts":["8b6d0c554a6d0123456789.2"],
                  "decision":{"actor":"anna","at":"2026-03-01T11:57:30Z"}}]}
                """);

        assertThat(run("hosts")).isZero();

        assertThat(invocation.out()).isEqualTo("""
                HOST     ROLE     STATE     SLOTS  LOAD  CORES  SEEN       ADDRESS        REMARK
                debian1  builder  degraded  1/4    0.50  8      1 min ago  me@debian1:22  unreachable, drained by anna 2 min ago, still has 8b6d0c554a6d, lacks mvn, quarantined: gcc
                """);
    }

    @Test
    void controlCharactersOfAHostNeverReachTheTerminal() {
        controller.answer("GET /api/offload/v1/hosts", 200, "{\"hosts\":[{\"name\":\"a\\u001b[2Jb\\nc\"}]}");

        run("hosts");

        assertThat(invocation.out()).doesNotContain("\u001b").contains("a?[2Jb?c");
    }

    @Test
    void jobsAreListedWithShortIds() {
        controller.answer("GET /api/offload/v1/jobs", 200, """
                {"jobs":[{"id":"%s","repo":"app","commandClass":"mvn","stage":"failed","host":"debian1","rc":1,
                  "times":{"submitted":"2026-03-01T10:00:00Z"},"why":{"code":"exit","message":"exit code 1"}}]}
                """.formatted(ID));

        assertThat(run("jobs", "--limit", "5")).isZero();

        assertThat(controller.requests("GET /api/offload/v1/jobs").getFirst().line())
                .endsWith("?limit=5");
        assertThat(invocation.out()).isEqualTo("""
                JOB           STAGE   COMMAND  HOST     EXIT  SUBMITTED      REPOSITORY  REMARK
                abababababab  failed  mvn      debian1  1     2 h 0 min ago  app         exit code 1
                """);
    }

    @Test
    void whyListsHostByHost() {
        controller.answer("GET /api/offload/v1/jobs/ababab/why", 200, """
                {"reasons":[{"host":"debian1","code":"no-slot","message":"4 of 4 slots are taken"}]}
                """);

        assertThat(run("why", "ababab")).isZero();
        assertThat(invocation.out()).isEqualTo("""
                HOST     CODE     REASON
                debian1  no-slot  4 of 4 slots are taken
                """);
    }

    @Test
    void artifactsAreListedWithWhatStandsInTheirWayAndWhatCanBeDone() {
        controller.answer("GET /api/offload/v1/jobs/ababab/artifacts", 200, """
                {"id":"%s","stage":"blocked","publication":"blocked","staging":"/kept","publishable":true,"count":2,"bytes":7,
                 "why":{"code":"output-changed","message":"files changed"},
                 "files":[{"path":"out/app","executable":true,"size":5,"sha256":"cd","blocked":"was changed"},
                          {"path":"out/log","executable":false,"size":2,"sha256":"ef"}],
                 "conflicts":[{"path":"src/a.c","reason":"added"}]}
                """.formatted(ID));

        assertThat(run("artifacts", "ababab")).isZero();

        assertThat(invocation.out()).isEqualTo("""
                job abababababab is blocked, publication blocked, 2 file(s) of 7 bytes: files changed
                kept in /kept
                PATH     SIZE  SHA-256  REMARK
                out/app  5     cd       executable blocked: was changed
                out/log  2     ef
                src/a.c  -     -        in the way: added
                try again once nothing stands in the way: offload publish abababababab
                give it up: offload discard abababababab
                """);
    }

    @Test
    void whatIsOldIsShownBeforeItGoes() {
        controller.answer("GET /api/offload/v1/garbage", 200, """
                {"old":[{"kind":"jobs","count":3,"bytes":0},{"kind":"folders","count":1,"bytes":2048}],
                 "undecidedJobs":1,"undecidedBytes":5}
                """);

        assertThat(run("gc", "--dry-run")).isZero();

        assertThat(invocation.out()).isEqualTo("""
                WHAT     COUNT  ON DISK
                jobs     3      -
                folders  1      2.0 KiB
                the outputs of 1 blocked job(s) stay, 5 B: offload publish JOB, or offload discard JOB
                """);
    }

    @Test
    void keptWorkspacesAreListedWithWhoHasThem() {
        controller.answer(
                "GET /api/offload/v1/workspaces", 200, """
                {"workspaces":[
                 {"host":"debian1","checkout":"%s","repo":"app","path":"/home/me/app","state":"held","job":"%s",
                  "bytes":2048,"usedAt":"2026-08-01T10:00:00Z"},
                 {"host":"debian2","checkout":"%s","repo":"app","path":"/home/me/app","state":"idle",
                  "bytes":0,"usedAt":"2026-08-01T10:00:00Z"}]}
                """.formatted("c".repeat(64), "d".repeat(64), "c".repeat(64)));

        assertThat(run("workspace", "ls")).isZero();

        assertThat(invocation
                        .out()
                        .lines()
                        .map(line -> line.replaceAll(" {2,}", "|").replaceAll("[^|]* ago", "AGO")))
                .containsExactly(
                        "HOST|REPO|SIZE|USED|STATE|CHECKOUT",
                        "debian1|app|2.0 KiB|AGO|held by dddddddddddd|/home/me/app",
                        "debian2|app|0 B|AGO|idle|/home/me/app");
    }

    @Test
    void snapshotListsWhatTravelsTheLargestFirst() {
        controller.answer("GET /api/offload/v1/snapshot", 200, """
                {"checkout":"/home/me/app","tree":"abc","count":3,"bytes":2050,
                 "files":[{"path":"big","kind":"file","bytes":2048},{"path":"go.sh","kind":"executable","bytes":1}],
                 "emptyFolders":["empty"],"leftOut":[{"path":"pipe","reason":"is a FIFO"}]}
                """);

        assertThat(run("snapshot", "--limit", "2")).isZero();

        assertThat(controller
                        .requests("GET /api/offload/v1/snapshot")
                        .getFirst()
                        .line())
                .endsWith("&limit=2");
        assertThat(invocation.out()).isEqualTo("""
                from /home/me/app travel 3 files, 2.0 KiB, as tree abc
                BYTES  KIND          PATH
                2048   file          big
                1      executable    go.sh
                -      empty folder  empty
                -      left out      pipe: is a FIFO
                1 smaller files more; --all lists them
                """);
    }

    @Test
    void snapshotExplainsAPathByTheTopOfTheCheckout() {
        controller.answer(
                "GET /api/offload/v1/snapshot",
                200,
                "{\"path\":{\"path\":\"build\",\"travels\":false,\"reason\":\"is ignored by .gitignore, line 1: build\"}}");

        assertThat(run("snapshot", "./build/")).isZero();

        assertThat(controller
                        .requests("GET /api/offload/v1/snapshot")
                        .getFirst()
                        .line())
                .endsWith("&path=build");
        assertThat(invocation.out()).isEqualTo("build does not travel: is ignored by .gitignore, line 1: build\n");
        assertThat(run("snapshot", "../elsewhere")).isEqualTo(64);
    }

    @Test
    void logsGoWhereTheBuildWroteThem() {
        controller.answer(
                "GET /api/offload/v1/jobs/ababab/watch",
                200,
                line("stdout", "out") + line("stderr", "err") + "{\"view\":{\"id\":\"" + ID
                        + "\",\"stage\":\"succeeded\"}}\n");

        assertThat(run("logs", "ababab", "--follow")).isZero();
        assertThat(invocation.out()).isEqualTo("out");
        assertThat(invocation.err()).isEqualTo("err");
    }

    @Test
    void eventsAreReadPageByPage() {
        controller.answer("GET /api/offload/v1/events", 200, """
                {"events":[{"seq":1,"revision":3,"type":"host-enrolled","actor":"operator","ts":"2026-03-01T10:00:00Z",
                  "host":"debian1","job":"","reason":"enrolled","rc":null}],"nextCursor":"c1"}
                """);
        controller.answer("GET /api/offload/v1/events", 200, "{\"events\":[],\"nextCursor\":\"c1\"}");

        assertThat(run("events", "--limit", "1")).isZero();

        assertThat(invocation.out()).isEqualTo("2026-03-01T10:00:00Z 3 host-enrolled debian1 enrolled by operator\n");
        assertThat(controller.requests("GET /api/offload/v1/events").getLast().line())
                .endsWith("?limit=1&after=c1");
    }

    @Test
    void eventsInJsonAreOneALine() {
        controller.answer(
                "GET /api/offload/v1/events",
                200,
                "{\"events\":[{\"seq\":1,\"rc\":null},{\"seq\":2}],\"nextCursor\":\"c\"}");

        assertThat(run("events", "--json")).isZero();
        assertThat(invocation.out()).isEqualTo("{\"seq\":1,\"rc\":null}\n{\"seq\":2}\n");
    }

    @Test
    void doctorNamesWhatAHostLacksAndTheRemedyAndFails() {
        controller.answer("GET /api/offload/v1/hosts/debian1", 200, """
                {"name":"debian1","state":"degraded","reason":"capability: git: not on the path","circuits":[],
                 "gates":[{"gate":"capability","state":"red","evidence":"git: not on the path"}],
                 "probes":[{"command":"sh","ok":true,"version":"5.2"},{"command":"git","ok":false,"detail":"not on the path"},
                           {"command":"mvn","ok":false,"detail":"not on the path"}]}
                """);

        assertThat(run("doctor", "debian1")).isEqualTo(1);

        assertThat(invocation.out()).isEqualTo("""
                MISSING  debian1: degraded: capability: git: not on the path
                         see: offload events
                ok       debian1: sh: 5.2
                MISSING  debian1: git: not on the path
                         on that host, install the package that brings git (Debian: git, Fedora: git); it is probed again by itself
                absent   debian1: mvn: not on the path
                         on that host, install the package that brings mvn (Debian: maven, Fedora: maven); it is probed again by itself
                """);
    }

    @Test
    void doctorIsContentWithAHostThatLacksWhatOnlySomeJobsNeed() {
        controller.answer("GET /api/offload/v1/hosts/debian1", 200, """
                {"name":"debian1","state":"available","circuits":[],
                 "probes":[{"command":"mvn","ok":false,"detail":"not on the PATH"}]}
                """);

        assertThat(run("doctor", "debian1")).isZero();

        assertThat(invocation.out()).contains("absent   debian1: mvn: not on the PATH", "Debian: maven");
    }

    @Test
    void completionScriptKnowsTheCommands() {
        assertThat(invocation.run("completion")).isZero();

        assertThat(invocation.out())
                .startsWith("#!/")
                .contains("quickstart", "--exclude-host")
                .doesNotContain("rehearse ");
    }

    private static String line(String stream, String text) {
        return "{\"" + stream + "\":{\"offset\":0,\"data\":\""
                + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)) + "\"}}\n";
    }

    private int run(String command, String... arguments) {
        return invocation.run(controller.options(command, arguments));
    }
}
