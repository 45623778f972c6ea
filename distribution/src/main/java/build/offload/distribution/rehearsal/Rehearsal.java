package build.offload.distribution.rehearsal;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import build.offload.distribution.client.Processes;
import build.offload.distribution.client.RuntimeFile;
import build.offload.distribution.configuration.Places;
import build.offload.distribution.configuration.TokenFile;
import build.offload.distribution.launcher.ControllerProcess;
import build.offload.distribution.launcher.KernelStarter;
import build.offload.distribution.quickstart.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Optional;

/**
 * Something to ask for a moment, in a folder that is gone afterwards. There are two, since one cache for everything makes
 * every short command pay for the classes of the controller.
 */
public final class Rehearsal {

    private Rehearsal() {}

    /**
     * Carry commands out against a stand-in that has one answer for everything; no class of the kernel is loaded.
     *
     * @param commands told where they are
     */
    public static void ofCommands(Performance commands) {
        inNewFolder((places, environment, project) -> {
            Files.createDirectories(places.state());
            TokenFile.makeIfAbsent(places.defaultToken(), new SecureRandom());
            try (CannedController controller = CannedController.start()) {
                new RuntimeFile(controller.address(), places.defaultToken(), "", Processes.self())
                        .write(places.runtimeFile());
                commands.perform(environment, project);
            }
        });
    }

    /**
     * Carry commands out against a real controller in this process.
     *
     * @param commands told where they are
     */
    public static void ofController(String version, Performance commands) {
        inNewFolder((places, environment, project) -> {
            Files.createDirectories(places.state());
            Files.writeString(places.configuration(), "port = 0\n");
            new ControllerProcess(places, new KernelStarter(_ -> {}), version, _ -> {})
                    .serve(_ -> commands.perform(environment, project));
        });
    }

    /** What is rehearsed. */
    public interface Performance {
        /**
         * Carry commands out.
         *
         * @param environment by which they find the controller
         * @param project a checkout whose {@code offload.toml} has a command {@code build}
         */
        void perform(Map<String, String> environment, Path project);
    }

    private interface Scene {
        void play(Places places, Map<String, String> environment, Path project) throws IOException;
    }

    private static Path project(Path folder) throws IOException {
        Path project = Files.createDirectories(folder.resolve("project"));
        Files.createDirectory(project.resolve(".git"));
        Files.writeString(project.resolve("offload.toml"), """
                version = 1
                [commands.build]
                argv = ["true"]
                outputs = ["out"]
                requires = { make = ">=3" }
                """);
        return project;
    }

    private static void inNewFolder(Scene scene) {
        try {
            Path folder = Files.createTempDirectory("offload-rehearsal-");
            try {
                Map<String, String> environment =
                        Map.of("XDG_CONFIG_HOME", folder.toString(), "XDG_STATE_HOME", folder.toString());
                scene.play(Places.of(environment, Optional.empty(), Optional.empty()), environment, project(folder));
            } finally {
                Scratch.delete(folder);
            }
        } catch (IOException failed) {
            throw new CommandFailure(ExitCode.CHECK_FAILED, "the rehearsal failed: " + failed, failed);
        }
    }
}
