package build.offload.spi.posix;

import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.ExecutorException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Runs commands on this machine, with the shell of choice as {@code sh} and a home of the test's own. */
final class ShellTransport implements PosixTransport {

    private final Map<String, String> environment = new TreeMap<>();

    /**
     * Create a transport.
     *
     * @param shell the absolute path of the program that is {@code sh}
     * @param folder the test's own, for the home and the folder that makes {@code sh} that shell
     */
    ShellTransport(Path shell, Path folder) throws IOException {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        if (!Files.exists(bin.resolve("sh"))) {
            Files.copy(shell.toRealPath(), bin.resolve("sh"));
        }
        environment.put("PATH", bin + ":" + System.getenv("PATH"));
        environment.put("HOME", Files.createDirectories(folder.resolve("home")).toString());
    }

    /** Set a variable of the host user's environment. */
    ShellTransport with(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** Run a command by argument vector, of whatever characters, as the host user would. */
    Process start(List<String> argv) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(argv);
        builder.environment().putAll(environment);
        return builder.start();
    }

    @Override
    public Ending carry(HostCommand command) throws ExecutorException {
        try {
            return ProcessCarrier.carry(start(withShell(command.tokens())), command);
        } catch (IOException unstartable) {
            throw new ExecutorException(Kind.UNREACHABLE, "no shell here", unstartable);
        }
    }

    /** ProcessBuilder looks a program up in the path of this process, not in that of the one it starts. */
    private List<String> withShell(List<String> tokens) {
        String path = environment.getOrDefault("PATH", "");
        List<String> argv = new ArrayList<>(tokens);
        argv.set(0, path.substring(0, path.indexOf(':')) + "/sh");
        return argv;
    }

    @Override
    public Optional<Kind> failure(Ending ending, boolean answered) {
        return Optional.empty();
    }

    @Override
    public void close() {}
}
