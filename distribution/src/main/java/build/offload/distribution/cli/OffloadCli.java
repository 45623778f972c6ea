package build.offload.distribution.cli;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Reads a command line and carries it out. */
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
        CommandLine grammar = grammar(first, build);
        return grammar.execute((end < 0 ? words : words.subList(0, end)).toArray(String[]::new));
    }

    /** Return the grammar of all commands. */
    CommandLine wholeGrammar() {
        return grammar("", Optional.empty());
    }

    // Reading the grammar of every command takes longer than most commands; only help and mistakes need it.
    private CommandLine grammar(String first, Optional<List<String>> build) {
        CommandLine grammar = OffloadCommand.grammar();
        List<String> wanted = Commands.NAMES.contains(first) ? List.of(first) : Commands.NAMES;
        for (String name : wanted) {
            CommandLine command = new CommandLine(Commands.create(name, surroundings, build));
            command.getCommandSpec().addOption(help());
            grammar.addSubcommand(name, command);
        }
        grammar.setOut(writer(surroundings.stdout()));
        grammar.setErr(writer(surroundings.stderr()));
        grammar.setExpandAtFiles(false);
        grammar.setCaseInsensitiveEnumValuesAllowed(true);
        grammar.setExecutionExceptionHandler(this::failed);
        grammar.setParameterExceptionHandler(this::misunderstood);
        return grammar;
    }

    private static OptionSpec help() {
        return OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("Show this help and exit.")
                .build();
    }

    private static PrintWriter writer(OutputStream out) {
        return new PrintWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), true);
    }

    private int failed(Exception failure, CommandLine command, ParseResult result) {
        if (failure instanceof CommandFailure ours) {
            surroundings.complain(String.valueOf(ours.getMessage()));
            trace(failure, command);
            return ours.code().number();
        }
        surroundings.complain("a fault in offload itself: " + failure);
        if (!trace(failure, command)) {
            surroundings.complain("run it again with OFFLOAD_TRACE=1 in the environment to see where");
        }
        return ExitCode.INTERNAL.number();
    }

    private boolean trace(Exception failure, CommandLine command) {
        boolean wanted = surroundings.environment().containsKey("OFFLOAD_TRACE");
        if (wanted) {
            failure.printStackTrace(command.getErr());
        }
        return wanted;
    }

    private int misunderstood(ParameterException mistake, String[] arguments) {
        surroundings.complain(String.valueOf(mistake.getMessage()));
        surroundings.complain(
                "for help: " + mistake.getCommandLine().getCommandSpec().qualifiedName() + " --help");
        return ExitCode.USAGE.number();
    }
}
