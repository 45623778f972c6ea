package build.offload.conformance.product;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.conformance.executor.Sweeps;
import build.offload.conformance.sshd.LoopbackSshd;
import build.offload.conformance.sshd.TcpRelay;
import build.offload.distribution.client.ControllerClient;
import build.offload.distribution.client.Json;
import build.offload.distribution.client.Reply;
import build.offload.distribution.client.RuntimeFile;
import build.offload.distribution.configuration.Places;
import build.offload.distribution.configuration.TokenFile;
import build.offload.distribution.launcher.RunningController;
import build.offload.spi.model.HostAddress;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The packaged product, started by its script as users start it, with configuration and state in a folder of the test's own
 * and any free port. Closing it cancels what runs, stops the controller and waits until it is gone.
 */
final class Product implements AutoCloseable {

    private static final Path SCRIPT = StartUpCaches.trained(
            Path.of("../distribution/target/offload/offload").toAbsolutePath().normalize());

    private static final String JAVA_OPTIONS = "OFFLOAD_JAVA_OPTIONS";

    /** A controller that lives for seconds is over before the optimising compiler pays, and this takes the time of the tests. */
    private static final String SHORT_LIFE = "-XX:TieredStopAtLevel=1";

    private static final Duration STOP_LIMIT = Duration.ofSeconds(40);

    /** The section about builds of the laptop's own. */
    static final String SPILL = "[spill]";

    private final Path folder;
    private final Map<String, String> environment = new LinkedHashMap<>();
    private final AtomicInteger commands = new AtomicInteger();

    /** Lay the product's folders out; nothing is started yet. */
    Product(Path folder, String... configuration) throws IOException {
        assertThat(SCRIPT)
                .as("the distribution is not packaged; run: mvn -pl distribution -am package")
                .isExecutable();
        this.folder = folder;
        environment.put("XDG_CONFIG_HOME", folder.resolve("config").toString());
        environment.put("XDG_STATE_HOME", folder.resolve("state").toString());
        environment.put("OFFLOAD_JAVA_HOME", System.getProperty("java.home"));
        environment.put(JAVA_OPTIONS, SHORT_LIFE);
        environment.put("GIT_CONFIG_NOSYSTEM", "1");
        environment.put("GIT_CONFIG_GLOBAL", folder.resolve("gitconfig").toString());
        Files.createDirectories(folder.resolve("output"));
        Files.writeString(folder.resolve("gitconfig"), "[user]\n\tname = test\n\temail = test@localhost\n");
        configure(configuration);
    }

    /** Write the configuration file anew. The laptop takes no job unless the test says something about that. */
    void configure(String... lines) throws IOException {
        List<String> all = new ArrayList<>(List.of("port = 0"));
        all.addAll(List.of(lines));
        if (!all.contains(SPILL)) {
            all.addAll(List.of(SPILL, "jobs = 0"));
        }
        Path file = folder.resolve("config/offload/config.toml");
        Files.createDirectories(file.getParent());
        Files.write(file, all);
    }

    /** Return the folder beside the configuration where plugins are dropped in. */
    Path plugins() throws IOException {
        return Files.createDirectories(folder.resolve("config/offload/plugins"));
    }

    /** Give what is started from now on the compiler that users have, where figures are taken. */
    void compileAsForUsers() {
        environment.remove(JAVA_OPTIONS);
    }

    /** Return the environment every command of the product sees on top of the test's own. */
    Map<String, String> environment() {
        return environment;
    }

    /** Carry out a command in a folder and wait for its end. */
    Outcome offload(Path in, String... arguments) throws IOException, InterruptedException {
        return begin(in, arguments).await();
    }

    /** Carry out a command for which the folder does not matter. */
    Outcome offload(String... arguments) throws IOException, InterruptedException {
        return offload(folder, arguments);
    }

    /** Begin a command. An interrupt reaches it as it would at a terminal, also where the test's own process ignores it. */
    ProductCommand begin(Path in, String... arguments) throws IOException {
        return begin(in, Map.of(), arguments);
    }

    /** Begin a command that reaches the controller through a relay, and knows nothing of that. */
    ProductCommand beginThrough(TcpRelay relay, Path in, String... arguments) throws IOException {
        RuntimeFile running = running().orElseThrow();
        Path view = Files.createDirectories(folder.resolve("state-" + relay.port() + "/offload"));
        new RuntimeFile(
                        URI.create("http://127.0.0.1:" + relay.port()),
                        running.tokenFile(),
                        running.version(),
                        running.process())
                .write(view.resolve(places().runtimeFile().getFileName()));
        return begin(in, Map.of("XDG_STATE_HOME", view.getParent().toString()), arguments);
    }

    private ProductCommand begin(Path in, Map<String, String> further, String... arguments) throws IOException {
        List<String> line = new ArrayList<>(List.of(SCRIPT.toString()));
        line.addAll(List.of(arguments));
        String name = "output/" + commands.incrementAndGet();
        Path stdout = folder.resolve(name + ".out");
        Path stderr = folder.resolve(name + ".err");
        Process process = builder(in, further, line)
                .redirectOutput(stdout.toFile())
                .redirectError(stderr.toFile())
                .start();
        return new ProductCommand(process, stdout, stderr);
    }

    private ProcessBuilder builder(Path in, Map<String, String> further, List<String> command) {
        List<String> line = new ArrayList<>(List.of("env", "--default-signal=INT,TERM"));
        line.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(line)
                .directory(in.toFile())
                .redirectInput(Path.of("/dev/null").toFile());
        builder.environment()
                .keySet()
                .removeIf(variable -> variable.startsWith("GIT_") || variable.startsWith("OFFLOAD_"));
        builder.environment().putAll(environment);
        builder.environment().putAll(further);
        return builder;
    }

    /** Start the controller as {@code up --detach} does, but without the Java VM which that is: starts are much of what tests do. */
    void up() throws IOException {
        Process controller = launch();
        Waits.until("a controller that serves; its log is " + places().log(), () -> {
            assertThat(controller.isAlive()).as(places().log().toString()).isTrue();
            return serves(controller);
        });
    }

    /** Start a controller with an option of the Java VM that ends it, perhaps before it says that it serves. */
    void upToDie(String option) throws IOException {
        environment.put(JAVA_OPTIONS, SHORT_LIFE + " " + option);
        try {
            Process controller = launch();
            Waits.until("the controller serves or ends", () -> serves(controller) || !controller.isAlive());
        } finally {
            environment.put(JAVA_OPTIONS, SHORT_LIFE);
        }
    }

    private Process launch() throws IOException {
        TokenFile.ownFolder(state());
        Redirect log = Redirect.appendTo(places().log().toFile());
        return builder(folder, Map.of(), List.of("setsid", SCRIPT.toString(), "up"))
                .redirectOutput(log)
                .redirectError(log)
                .start();
    }

    private boolean serves(Process controller) {
        return running().stream().anyMatch(file -> file.process().pid() == controller.pid());
    }

    /** End the controller in order, and wait until it is gone. */
    void down() {
        assertThat(RunningController.stop(running().orElseThrow(), STOP_LIMIT))
                .as(places().log().toString())
                .isTrue();
    }

    /** Kill the controller as a power cut would, without a word. */
    void killController() {
        controller().destroyForcibly();
        Waits.until("the controller's death", () -> running().isEmpty());
    }

    private ProcessHandle controller() {
        return ProcessHandle.of(running().orElseThrow().process().pid()).orElseThrow();
    }

    Optional<RuntimeFile> running() {
        return RuntimeFile.read(places().runtimeFile());
    }

    Path state() {
        return places().state();
    }

    private Places places() {
        return Places.of(environment, Optional.empty(), Optional.empty());
    }

    /** Return the places of the product that was laid out in a folder. */
    static Places places(Path folder) {
        return Places.of(
                Map.of(
                        "XDG_CONFIG_HOME", folder.resolve("config").toString(),
                        "XDG_STATE_HOME", folder.resolve("state").toString()),
                Optional.empty(),
                Optional.empty());
    }

    /** Read a resource of the operator API. */
    Json read(String... path) throws IOException {
        return ControllerClient.of(places())
                .get(ControllerClient.api(path))
                .expect("reading " + String.join("/", path));
    }

    Json status() throws IOException {
        return ControllerClient.of(places()).get("/status").expect("reading the status");
    }

    /** Post a body as it is to the operator API. */
    Reply post(Map<String, ?> body, String... path) throws IOException {
        return ControllerClient.of(places()).post(ControllerClient.api(path), body);
    }

    /** Enrol this very machine through the local executor, and wait until it takes builds. */
    void enrolThisMachine(String name, int slots) throws IOException, InterruptedException {
        enrol(name, "--executor", "local", "--allow-this-machine", "--slots", Integer.toString(slots));
    }

    /** Enrol the machine behind a server, and wait until it takes builds. */
    void enrol(String name, LoopbackSshd sshd, int slots) throws IOException, InterruptedException {
        enrol(name, sshd, sshd.address(), slots);
    }

    /** Enrol the machine behind a server that is reached at another address, and wait until it takes builds. */
    void enrol(String name, LoopbackSshd sshd, HostAddress address, int slots)
            throws IOException, InterruptedException {
        enrol(
                name,
                "--executor",
                "ssh",
                "--address",
                address.toString(),
                "--host-key",
                sshd.hostKey().fingerprint(),
                "--identity-file",
                sshd.identityFile().toString(),
                "--allow-this-machine",
                "--slots",
                Integer.toString(slots));
    }

    private void enrol(String name, String... options) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(
                List.of("enroll", name, "--workspace-root", hostRoot(name).toString()));
        line.addAll(List.of(options));
        Outcome outcome = offload(line.toArray(String[]::new));
        assertThat(outcome.exit()).as(outcome.toString()).isZero();
        awaitHost(name, "available");
    }

    /** Return the folder in which a host keeps its workspaces. */
    Path hostRoot(String name) {
        return folder.resolve("hosts").resolve(name);
    }

    /** Return the workspace of a job's first attempt on a host. */
    Path workspace(String host, String job) {
        return hostRoot(host).resolve("attempts").resolve(job + ".1").resolve("work");
    }

    void awaitHost(String name, String state) {
        Waits.forValue(
                () -> "host " + name + " " + state + ", but it is " + text(name),
                () -> Optional.of(read("hosts", name))
                        .filter(host -> host.text("state", "").equals(state)));
    }

    private String text(String host) {
        try {
            return new String(read("hosts", host).bytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            return failure.toString();
        }
    }

    /** Wait until the host holds no attempt, and nothing runs or waits any more. */
    void awaitFreeSlots(String host) {
        Waits.until(
                "no slot of " + host + " in use",
                () -> read("hosts", host).number("slotsUsed").orElse(-1) == 0);
    }

    /** Return the jobs there are, the newest first. */
    List<Json> jobs() throws IOException {
        return ControllerClient.of(places())
                .get(ControllerClient.api("jobs") + "?limit=1000")
                .expect("reading the jobs")
                .list("jobs");
    }

    /** Return the events of one type, oldest first. */
    List<Json> events(String type) throws IOException {
        return ControllerClient.of(places())
                .get(ControllerClient.api("events") + "?limit=1000")
                .expect("reading the events")
                .list("events")
                .stream()
                .filter(event -> event.text("type", "").equals(type))
                .toList();
    }

    /** Return the events of one job after a place in the log, oldest first. */
    List<Json> eventsOf(String job, String after) throws IOException {
        return eventsAfter(after).stream()
                .filter(event -> event.text("job", "").equals(job))
                .toList();
    }

    /** Return the events after a place in the log, oldest first; "0" is its beginning. */
    List<Json> eventsAfter(String after) throws IOException {
        List<Json> found = new ArrayList<>();
        String cursor = after;
        List<Json> page;
        do {
            Json answer = ControllerClient.of(places())
                    .get(ControllerClient.api("events") + "?limit=1000&after=" + cursor)
                    .expect("reading the events");
            page = answer.list("events");
            cursor = answer.text("nextCursor", cursor);
            found.addAll(page);
        } while (!page.isEmpty());
        return found;
    }

    @Override
    public void close() throws IOException {
        try {
            if (running().isPresent()) {
                stop();
            }
        } finally {
            Sweeps.awaitEnd(folder);
        }
    }

    private void stop() throws IOException {
        try {
            cancelEverything();
        } finally {
            down();
        }
    }

    private void cancelEverything() throws IOException {
        for (Json job : jobs()) {
            if (!job.at("times").at("finished").present()) {
                post(Map.of("idempotencyKey", UUID.randomUUID().toString()), "jobs", job.text("id", ""), "cancel");
            }
        }
        for (Json host : read("hosts").list("hosts")) {
            awaitFreeSlots(host.text("name", ""));
        }
    }
}
