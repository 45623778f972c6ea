package build.offload.distribution.quickstart;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The small Maven project that comes with offload, copied into a folder of its own as a git repository. */
final class SampleProject {

    private static final Path FOLDER = Path.of("docs", "examples", "sample-maven-project");
    private static final List<String> GIT = List.of(
            "git",
            "-c",
            "user.name=quickstart",
            "-c",
            "user.email=quickstart@localhost",
            "-c",
            "commit.gpgsign=false",
            "-c",
            "core.hooksPath=/dev/null");

    private SampleProject() {}

    /** Make a checkout of the sample. */
    static void checkOut(Path to) throws IOException {
        Scratch.copy(source(), to);
        git(to, "init", "-q");
        git(to, "add", "-A");
        git(to, "commit", "-q", "-m", "The sample project");
    }

    // In a source tree as in an unpacked archive the examples lie in a folder above the program.
    private static Path source() {
        List<Path> starts = new ArrayList<>();
        Optional.ofNullable(System.getProperty("offload.home")).map(Path::of).ifPresent(starts::add);
        CodeSource code = SampleProject.class.getProtectionDomain().getCodeSource();
        if (code != null) {
            starts.add(Path.of(URI.create(code.getLocation().toString())));
        }
        for (Path start : starts) {
            for (Path folder = start; folder != null; folder = folder.getParent()) {
                if (Files.isDirectory(folder.resolve(FOLDER))) {
                    return folder.resolve(FOLDER);
                }
            }
        }
        throw new CommandFailure(
                ExitCode.CHECK_FAILED, "the sample project " + FOLDER + " did not come with this offload");
    }

    private static void git(Path folder, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(GIT);
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        int code = ChildProcess.exitCode(process);
        if (code != 0) {
            throw new CommandFailure(
                    ExitCode.CHECK_FAILED, "git " + arguments[0] + " failed with " + code + ": " + said);
        }
    }
}
