package build.offload.conformance.product;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.conformance.sshd.LoopbackSshd;
import build.offload.distribution.client.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three hosts with different tools and slots build what needs different tools, while one falls silent, one is drained and one
 * comes back.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class MixedFleetTest {

    private static final String STALLS = "stalls";
    private static final String LEAVES = "leaves";
    private static final String RETURNS = "returns";
    private static final int HELD = 2;
    private static final Duration LIMIT = Duration.ofMinutes(10);

    @TempDir
    private Path folder;

    private final List<LoopbackSshd> servers = new ArrayList<>();

    /** What a build needs, and on which hosts that is. */
    private enum Kind {
        ANY("gcc", "*", "true", Set.of(STALLS, LEAVES, RETURNS)),
        MODERN("node", ">=20", "node --version | grep -q v22", Set.of(STALLS, RETURNS)),
        ONLY_ONE("npm", ">=99", "npm --version | grep -q 99", Set.of(STALLS)),
        ONLY_ANOTHER("mvn", ">=9", "mvn --version | grep -q 'Maven 9'", Set.of(RETURNS));

        private final String tool;
        private final String range;
        private final String use;
        private final Set<String> hosts;

        Kind(String tool, String range, String use, Set<String> hosts) {
            this.tool = tool;
            this.range = range;
            this.use = use;
            this.hosts = hosts;
        }

        static Kind of(int build) {
            return values()[build % values().length];
        }
    }

    @Test
    @Tag("campaign")
    void allBuildsOfAFleetInMotionFinishOnceInTheirOrderWhereTheirToolsAre() throws Exception {
        build(12);
    }

    @Test
    @Tag("campaign")
    void sixtyBuildsOfAFleetInMotionFinish() throws Exception {
        long begin = System.nanoTime();
        build(60);
        System.out.println("60 builds on three hosts, one silent, one drained and one restored half way: "
                + Duration.ofNanos(System.nanoTime() - begin).toSeconds() + " s");
    }

    private void build(int builds) throws Exception {
        LoopbackSshd.assumeInstalled();
        try (Product product = new Product(folder, "[limits]", "silence = \"4s\"");
                Gate gate = new Gate(Files.createDirectories(folder.resolve("gate")))) {
            product.up();
            LoopbackSshd stalls = enrol(product, STALLS, 3, Map.of("node", "v22.1.0", "npm", "99.0"));
            enrol(product, LEAVES, 1, Map.of("node", "v18.0.0", "npm", "1.0"));
            enrol(product, RETURNS, 2, Map.of("node", "v22.1.0", "npm", "1.0", "mvn", "Apache Maven 9.9.9"));
            done(product.offload("drain", RETURNS));
            product.awaitHost(RETURNS, "maintenance");
            Map<String, Kind> jobs = submit(product, gate, builds);

            halfWay(product, gate, stalls, jobs);
            stalls.thaw();
            for (int build = 0; build < HELD; build++) {
                gate.letOnePass();
            }
            awaitFinished(product, jobs, Set.of(Kind.values()), jobs.size());

            check(product, jobs);
        } finally {
            for (LoopbackSshd server : servers) {
                server.thaw();
                server.close();
            }
        }
    }

    /** One host falls silent with builds on it, one leaves and one comes back; all that the silent one does not hold finishes. */
    private static void halfWay(Product product, Gate gate, LoopbackSshd stalls, Map<String, Kind> jobs)
            throws Exception {
        gate.awaitArrivals(HELD);
        awaitFinished(product, jobs, Set.of(Kind.values()), 1);
        stalls.freeze();
        done(product.offload("drain", LEAVES));
        done(product.offload("restore", RETURNS));
        Waits.until(
                LIMIT,
                "the silence of " + STALLS,
                () -> product.events("host-silent").stream()
                        .anyMatch(event ->
                                event.text("host").filter(STALLS::equals).isPresent()));
        Set<Kind> elsewhere = Set.of(Kind.ANY, Kind.MODERN, Kind.ONLY_ANOTHER);
        long expected = jobs.values().stream().filter(elsewhere::contains).count() - onHost(product, jobs, STALLS);
        awaitFinished(product, jobs, elsewhere, expected);
        product.awaitHost(LEAVES, "maintenance");
    }

    /** Return how many builds that another host could have taken are held by one. */
    private static long onHost(Product product, Map<String, Kind> jobs, String host) throws IOException {
        return product.jobs().stream()
                .filter(job -> jobs.get(job.text("id", "")) != Kind.ONLY_ONE)
                .filter(job -> job.text("host").filter(host::equals).isPresent() && !finished(job))
                .count();
    }

    private LoopbackSshd enrol(Product product, String name, int slots, Map<String, String> tools) throws Exception {
        Path bin = Files.createDirectories(folder.resolve("tools").resolve(name));
        for (Map.Entry<String, String> tool : tools.entrySet()) {
            Path program = Files.writeString(bin.resolve(tool.getKey()), "#!/bin/sh\necho '" + tool.getValue() + "'\n");
            Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        LoopbackSshd server = LoopbackSshd.start(
                folder.resolve("sshd-" + name), Map.of("PATH", bin + ":/usr/local/bin:/usr/bin:/bin"));
        servers.add(server);
        product.enrol(name, server, slots);
        return server;
    }

    /** Submit builds of all kinds in turn; each counts itself, and the first that only one host can take are held there. */
    private Map<String, Kind> submit(Product product, Gate gate, int builds) throws Exception {
        Project project = Project.in(folder.resolve("project"), product)
                .file("number.c", "#include <stdio.h>\nint main(void) { printf(\"%d\", NUMBER); }\n")
                .file("Makefile", "out/%: number.c\n\tmkdir -p out && gcc -DNUMBER=$* -o $@ number.c\n")
                .commit();
        Map<String, Kind> jobs = new LinkedHashMap<>();
        for (int build = 0; build < builds; build++) {
            Kind kind = Kind.of(build);
            String held = kind == Kind.ONLY_ONE && build / Kind.values().length < HELD ? gate.passage() : "";
            String script = "echo " + build + " >>" + runs() + "; " + held + kind.use + " && make out/" + build;
            jobs.put(submit(product, project, kind, build, script), kind);
        }
        return jobs;
    }

    /** Submit as a script does that asks the controller itself: a command line for each would take most of the test's time. */
    private static String submit(Product product, Project project, Kind kind, int build, String script)
            throws IOException {
        Map<String, Object> body = Map.of(
                "idempotencyKey",
                "build-" + build,
                "checkout",
                project.root().toString(),
                "commandClass",
                "make",
                "argv",
                List.of("sh", "-c", script),
                "outputs",
                List.of("out/" + build),
                "requirements",
                Map.of(kind.tool, kind.range));
        return product.post(body, "jobs")
                .expect("submitting build " + build)
                .at("result")
                .text("jobId", "");
    }

    private Path runs() {
        return folder.resolve("runs");
    }

    private static Outcome done(Outcome outcome) {
        assertThat(outcome.exit()).as(outcome.toString()).isZero();
        return outcome;
    }

    private static boolean finished(Json job) {
        return job.at("times").at("finished").present();
    }

    private static void awaitFinished(Product product, Map<String, Kind> jobs, Set<Kind> kinds, long count) {
        Waits.until(LIMIT, count + " finished builds of " + kinds, () -> {
            List<Json> all = product.jobs();
            return all.stream()
                            .filter(job -> kinds.contains(jobs.get(job.text("id", ""))) && finished(job))
                            .count()
                    >= count;
        });
    }

    private void check(Product product, Map<String, Kind> jobs) throws Exception {
        List<String> numbers =
                IntStream.range(0, jobs.size()).mapToObj(Integer::toString).toList();
        assertThat(product.jobs()).allSatisfy(job -> {
            assertThat(job.text("stage")).contains("succeeded");
            assertThat(jobs.get(job.text("id", "")).hosts).contains(job.text("host", ""));
        });
        assertThat(Files.readAllLines(runs()))
                .as("each build's own count")
                .containsExactlyInAnyOrderElementsOf(numbers);
        for (String number : numbers) {
            Path output = folder.resolve("project/out").resolve(number);
            assertThat(Shell.run(output.toString())).isEqualTo(number);
        }
        Placements.of(product.eventsAfter("0")).check(jobs);
        for (String host : List.of(STALLS, LEAVES, RETURNS)) {
            assertThat(product.read("hosts", host).number("slotsUsed")).hasValue(0);
        }
    }
}
