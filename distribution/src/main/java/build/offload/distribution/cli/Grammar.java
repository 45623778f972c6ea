package build.offload.distribution.cli;

import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Reads command lines. */
final class Grammar {

    private final Surroundings surroundings;
    private final Optional<List<String>> build;

    /** Create a grammar; {@code build} is the command of a build that was given after two dashes. */
    Grammar(Surroundings surroundings, Optional<List<String>> build) {
        this.surroundings = surroundings;
        this.build = build;
    }

    /** Read a command line, carry it out and return its exit code. */
    int execute(List<String> words) {
        String first = words.isEmpty() ? "" : words.getFirst();
        // Reading the grammar of every command takes longer than most commands; only help and mistakes need it.
        CommandLine grammar = of(Commands.NAMES.contains(first) ? List.of(first) : Commands.NAMES);
        grammar.setOut(writer(surroundings.stdout()));
        grammar.setErr(writer(surroundings.stderr()));
        grammar.setExpandAtFiles(false);
        grammar.setCaseInsensitiveEnumValuesAllowed(true);
        grammar.setExecutionExceptionHandler((failure, _, _) -> surroundings.tell(failure));
        grammar.setParameterExceptionHandler((mistake, _) -> OffloadCli.misunderstood(
                surroundings,
                String.valueOf(mistake.getMessage()),
                mistake.getCommandLine().getCommandSpec().qualifiedName()));
        return grammar.execute(words.toArray(String[]::new));
    }

    /** Return the grammar of all commands. */
    CommandLine whole() {
        return of(Commands.NAMES);
    }

    private CommandLine of(List<String> names) {
        CommandLine grammar = OffloadCommand.grammar();
        for (String name : names) {
            Callable<Integer> part = Commands.create(name, surroundings, build);
            CommandLine command = new CommandLine(part);
            command.getCommandSpec().addOption(help());
            Commands.below(part, surroundings).forEach((below, lower) -> {
                CommandLine inner = new CommandLine(lower);
                inner.getCommandSpec().addOption(help());
                command.addSubcommand(below, inner);
            });
            grammar.addSubcommand(name, command);
        }
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
}
