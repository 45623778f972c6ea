package build.offload.distribution.quickstart;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import build.offload.distribution.client.ControllerClient;
import build.offload.distribution.client.Json;
import build.offload.distribution.client.Operator;
import build.offload.distribution.client.RuntimeFile;
import build.offload.distribution.configuration.Places;
import build.offload.distribution.launcher.DetachedStart;
import build.offload.distribution.launcher.OwnCommand;
import build.offload.distribution.launcher.RunningController;
import build.offload.distribution.project.Checkout;
import build.offload.distribution.project.ProjectFile;
import build.offload.distribution.run.BuildOrder;
import build.offload.distribution.run.BuildOrder.Command;
import build.offload.distribution.run.BuildOrder.Placement;
import build.offload.distribution.run.Conclusion;
import build.offload.distribution.run.RunSession;
import build.offload.distribution.run.RunSession.Patience;
import build.offload.distribution.run.RunSession.Streams;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A controller of its own, this machine as its only builder, one build of the sample project, and everything gone again.
 * {@link #interrupt} may come from any thread.
 */
public final class Quickstart {

    private static final String HOST = "this-machine";
    private static final Duration HOST_READY = Duration.ofSeconds(60);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(200);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(30);
    private static final int STEPS = 6;

    private final Path scratch;
    private final Map<String, String> environment;
    private final OutputStream output;
    private final Consumer<String> say;
    private final Places places;
    private final AtomicBoolean interrupted = new AtomicBoolean();
    private final AtomicReference<@Nullable RunSession> session = new AtomicReference<>();
    private int step;

    private Quickstart(Path scratch, Map<String, String> environment, OutputStream output, Consumer<String> say) {
        this.scratch = scratch;
        this.environment = environment;
        this.output = output;
        this.say = say;
        this.places = new Places(scratch.resolve("config").resolve("config.toml"), true, scratch.resolve("state"));
    }

    /**
     * Prepare a run in a new folder below the temporary folder.
     *
     * @param output where the build's own output goes
     * @param say takes what happens, a line at a time
     */
    public static Quickstart inNewFolder(Map<String, String> environment, OutputStream output, Consumer<String> say)
            throws IOException {
        return new Quickstart(Files.createTempDirectory("offload-quickstart-"), environment, output, say);
    }

    /**
     * Do it, and clean up whatever comes.
     *
     * @param keep whether to leave the folder for a look at it
     * @throws CommandFailure with the reason when a step fails
     */
    public void run(boolean keep) {
        try {
            steps();
        } catch (IOException failed) {
            throw new CommandFailure(ExitCode.CHECK_FAILED, "quickstart failed: " + failed, failed);
        } finally {
            cleanUp(keep);
        }
    }

    /** End it at the next step; a build under way is cancelled. */
    public void interrupt() {
        interrupted.set(true);
        RunSession running = session.get();
        if (running != null) {
            running.interrupt();
        }
    }

    private void steps() throws IOException {
        begin("start a controller with a store of its own, in " + scratch);
        startController();
        begin("enroll this machine as the one builder of its fleet, and wait for its probes");
        enroll();
        begin("make a git checkout of the sample Maven project");
        Path checkout = scratch.resolve("sample");
        SampleProject.checkOut(checkout);
        begin("build it through the fleet: offload run package");
        build(checkout);
        begin("look at what came back");
        Path jar = checkout.resolve("target").resolve("hello.jar");
        new PromotedJar(jar).show(say);
        begin("stop the controller and remove the folder");
    }

    private void begin(String what) {
        if (interrupted.get()) {
            throw new CommandFailure(ExitCode.CANCELLED, "interrupted before: " + what);
        }
        step++;
        say.accept("[" + step + "/" + STEPS + "] " + what);
    }

    private void startController() throws IOException {
        Files.createDirectories(places.configuration().getParent());
        // Port 0: any free one, so that nothing that runs already is in the way.
        Files.writeString(places.configuration(), "port = 0\n");
        List<String> up = OwnCommand.with(List.of(
                "up",
                "--config",
                places.configuration().toString(),
                "--state",
                places.state().toString()));
        RuntimeFile running = new DetachedStart(places, up).start();
        say.accept("      it serves at " + running.address());
    }

    private void enroll() {
        Operator operator = new Operator(ControllerClient.of(places));
        operator.post(
                ControllerClient.api("hosts"),
                Map.of(
                        "name",
                        HOST,
                        "executor",
                        "local",
                        "workspaceRoot",
                        scratch.resolve("host").toString(),
                        "slots",
                        1,
                        "allowThisMachine",
                        true),
                "enrolling this machine",
                true);
        awaitReady(operator);
    }

    private void awaitReady(Operator operator) {
        long deadline = System.nanoTime() + HOST_READY.toNanos();
        while (true) {
            Json host = operator.get(ControllerClient.api("hosts", HOST)).expect("looking at " + HOST);
            if (host.text("state", "").equals("available")) {
                say.accept("      " + HOST + " is available, with " + tools(host));
                return;
            }
            if (interrupted.get() || System.nanoTime() > deadline) {
                throw new CommandFailure(
                        ExitCode.CHECK_FAILED,
                        HOST + " takes no builds after " + HOST_READY.toSeconds() + " s but is "
                                + host.text("state", "?")
                                + host.text("reason")
                                        .map(reason -> ": " + reason)
                                        .orElse(""));
            }
            pause();
        }
    }

    private static String tools(Json host) {
        List<String> tools = host.list("probes").stream()
                .filter(probe -> probe.flag("ok") && probe.text("version").isPresent())
                .map(probe -> probe.text("command", "?") + " " + probe.text("version", ""))
                .toList();
        return tools.isEmpty() ? "green probes" : String.join(", ", tools);
    }

    private void build(Path folder) {
        Checkout checkout = Checkout.around(folder);
        BuildOrder order = new BuildOrder(
                UUID.randomUUID().toString(),
                checkout,
                Command.of(ProjectFile.read(checkout.root()).command("package"), environment),
                new Placement(false, false, List.of()),
                OptionalLong.of(ProcessHandle.current().pid()));
        RunSession run = new RunSession(
                () -> ControllerClient.of(places),
                order,
                new Streams(output, output, line -> say.accept("      " + line)),
                new Patience(false, LOOK_AGAIN, HOST_READY));
        session.set(run);
        if (interrupted.get()) {
            run.interrupt();
        }
        Conclusion conclusion = run.run();
        conclusion.summary().forEach(line -> say.accept("      " + line));
        if (conclusion.exitCode() != 0) {
            throw new CommandFailure(
                    conclusion.outcome().equals("cancelled") ? ExitCode.CANCELLED : ExitCode.CHECK_FAILED,
                    "the build " + conclusion.outcome() + " with exit code " + conclusion.exitCode()
                            + (conclusion.message().isEmpty() ? "" : ": " + conclusion.message()));
        }
    }

    private void cleanUp(boolean keep) {
        try {
            Optional<RuntimeFile> running = RuntimeFile.read(places.runtimeFile());
            if (running.isPresent() && !RunningController.stop(running.get(), STOP_LIMIT)) {
                say.accept("the controller did not stop and is left: process "
                        + running.get().process().pid());
                return;
            }
            if (keep) {
                say.accept("kept: " + scratch);
            } else {
                Scratch.delete(scratch);
            }
        } catch (IOException failed) {
            say.accept("the folder " + scratch + " could not be removed: " + failed.getMessage());
        }
    }

    private static void pause() {
        try {
            Thread.sleep(LOOK_AGAIN);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCode.CANCELLED, "interrupted", stopped);
        }
    }
}
