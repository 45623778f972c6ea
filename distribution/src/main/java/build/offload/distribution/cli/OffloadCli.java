package build.offload.distribution.cli;

import build.offload.distribution.ExitCode;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/** Carries out a command line. */
public final class OffloadCli {

    private static final String COMMAND_FOLLOWS = "--";

    private final Surroundings surroundings;

    /** Create a command line in the given surroundings. */
    public OffloadCli(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /** Carry out a command and return its exit code. */
    public int execute(String... arguments) {
        List<String> words = Arrays.asList(arguments);
        String first = words.isEmpty() ? "" : words.getFirst();
        // What follows the two dashes of a run is the build's own and never read here: not its options, not its quotes.
        int end = first.equals("run") ? words.indexOf(COMMAND_FOLLOWS) : -1;
        Optional<List<String>> build = end < 0 ? Optional.empty() : Optional.of(words.subList(end + 1, words.size()));
        List<String> own = end < 0 ? words : words.subList(0, end);
        // Where nothing is left to read no reader is needed, and it would take longer to start than the command itself.
        if (own.size() == 1 && (build.isPresent() || Commands.ALONE.contains(first))) {
            return carryOut(Commands.create(first, surroundings, build));
        }
        boolean onlyAName =
                own.size() == 2 && first.equals("run") && !own.getLast().startsWith("-") && build.isEmpty();
        return onlyAName
                ? carryOut(RunCommand.named(surroundings, own.getLast()))
                : new Grammar(surroundings, build).execute(own);
    }

    private int carryOut(Callable<Integer> command) {
        try {
            return command.call();
        } catch (Exception failure) {
            return surroundings.tell(failure);
        }
    }

    /** Return the exit code of a command line that cannot be understood, after saying why. */
    static int misunderstood(Surroundings surroundings, String message, String command) {
        surroundings.complain(message);
        surroundings.complain("for help: " + command + " --help");
        return ExitCode.USAGE.number();
    }
}
