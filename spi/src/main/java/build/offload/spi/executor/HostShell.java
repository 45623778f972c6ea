package build.offload.spi.executor;

import java.time.Duration;
import java.util.List;

/** Runs short commands on one host, for probes. Commands are argument vectors; no shell reads them. */
public interface HostShell {

    /**
     * Run a command and wait for its end, with an empty environment addition and the host user's home as folder.
     *
     * @return the exit code, 127 when the host has no such command
     * @throws ExecutorException when it cannot be known what the command did
     */
    ShellResult run(ShellRequest request) throws ExecutorException;

    /**
     * A command to run.
     *
     * @param argv the program and its arguments, not empty
     * @param input what it reads on standard input
     * @param limit how long it may take; past it the command is killed and {@link ExecutorException} thrown
     */
    record ShellRequest(List<String> argv, String input, Duration limit) {
        public ShellRequest {
            argv = List.copyOf(argv);
            if (argv.isEmpty()) {
                throw new IllegalArgumentException("a command has at least a program");
            }
        }
    }

    /** What a command gave; each stream is cut at 64 KiB. */
    record ShellResult(int exitCode, String stdout, String stderr) {}
}
