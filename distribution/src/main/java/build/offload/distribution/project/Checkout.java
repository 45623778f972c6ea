package build.offload.distribution.project;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The folder tree that is built.
 *
 * @param root its real path
 * @param folder the sub-folder the command runs in, relative to the root, empty for the root itself
 */
public record Checkout(Path root, String folder) {

    private static final int GIT_FATAL = 128;

    /**
     * Find the checkout around a folder: the top of the git work tree it is in, else the nearest folder above it with a
     * project file, else the folder itself.
     *
     * @throws CommandFailure when git knows the folder and will not say where it belongs
     */
    public static Checkout around(Path folder) {
        try {
            Path here = folder.toRealPath();
            Optional<Path> top = gitTop(here);
            Path root = top.isPresent()
                    ? top.get().toRealPath()
                    : withProjectFile(here).orElse(here);
            return new Checkout(root, root.relativize(here).toString());
        } catch (IOException failed) {
            throw new CommandFailure(
                    ExitCode.REFUSED, "the folder " + folder + " cannot be read: " + failed.getMessage(), failed);
        }
    }

    /** Return a path given relative to the sub-folder as one relative to the root. */
    public String fromRoot(String path) {
        return folder.isEmpty() || path.startsWith("/") ? path : folder + "/" + path;
    }

    private static Optional<Path> withProjectFile(Path here) {
        for (Path folder = here; folder != null; folder = folder.getParent()) {
            if (Files.isRegularFile(folder.resolve(ProjectFile.NAME))) {
                return Optional.of(folder);
            }
        }
        return Optional.empty();
    }

    private static Optional<Path> gitTop(Path here) throws IOException {
        ProcessBuilder git = new ProcessBuilder("git", "rev-parse", "--show-toplevel").directory(here.toFile());
        git.environment().put("LC_ALL", "C.UTF-8");
        Process process;
        try {
            process = git.start();
        } catch (IOException noGit) {
            return Optional.empty();
        }
        process.getOutputStream().close();
        String top = text(process.getInputStream().readAllBytes());
        String problem = text(process.getErrorStream().readAllBytes());
        return result(here, exitCode(process), top, problem);
    }

    private static Optional<Path> result(Path here, int code, String top, String problem) {
        if (code == 0 && !top.isEmpty()) {
            return Optional.of(Path.of(top));
        }
        // Outside of any repository, in a bare one, and inside a .git folder there is no work tree; the rest is a
        // refusal.
        boolean noWorkTree = problem.contains("not a git repository") || problem.contains("must be run in a work tree");
        if (code == GIT_FATAL && !noWorkTree) {
            throw new CommandFailure(
                    ExitCode.REFUSED, "git will not say which checkout " + here + " is in: " + problem);
        }
        return Optional.empty();
    }

    private static String text(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    }

    private static int exitCode(Process process) {
        try {
            return process.waitFor();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCode.CANCELLED, "interrupted while asking git for the checkout", interrupted);
        }
    }
}
