package build.offload.distribution.cli;

import build.offload.distribution.ExitCode;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The root of the grammar. */
@Command(
        name = "offload",
        description = "Sends builds to a fleet of build hosts and brings the declared outputs back.",
        mixinStandardHelpOptions = true,
        versionProvider = ProductVersion.class,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        footer = {"", "Run 'offload COMMAND --help' for one command. To see it work: offload quickstart"})
final class OffloadCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }

    /** Return the root of the grammar, still without commands. */
    static CommandLine grammar() {
        CommandLine grammar = new CommandLine(new OffloadCommand());
        Map<String, String> codes = new LinkedHashMap<>();
        for (ExitCode code : ExitCode.values()) {
            codes.put(Integer.toString(code.number()), code.meaning());
        }
        grammar.getCommandSpec().usageMessage().exitCodeList(codes);
        return grammar;
    }
}
