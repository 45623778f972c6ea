package build.offload.conformance.wire;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command {@code offload-conformance}. */
@Command(
        name = "offload-conformance",
        description = "Examines whether a server keeps the contract of an offload controller.",
        subcommands = {WireCommand.class, RulesCommand.class},
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
public final class Main implements Runnable {

    @CommandLine.Spec
    private CommandLine.Model.@Nullable CommandSpec spec;

    /** Run it and end the process. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    /** Run it with other streams than the process's own, and return the exit code. */
    static int run(PrintWriter out, PrintWriter err, String... arguments) {
        return commandLine().setOut(out).setErr(err).execute(arguments);
    }

    private static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Main());
        Map<String, String> codes = new LinkedHashMap<>();
        Arrays.stream(ExitCode.values()).forEach(code -> codes.put(Integer.toString(code.number()), code.meaning()));
        for (CommandLine command : line.getSubcommands().values()) {
            command.getCommandSpec().exitCodeOnInvalidInput(ExitCode.USAGE.number());
            command.getCommandSpec()
                    .usageMessage()
                    .exitCodeListHeading("%nExit codes:%n")
                    .exitCodeList(codes);
        }
        line.getCommandSpec().exitCodeOnInvalidInput(ExitCode.USAGE.number());
        return line;
    }

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                Objects.requireNonNull(spec).commandLine(), "Name a command: wire or rules.");
    }
}
