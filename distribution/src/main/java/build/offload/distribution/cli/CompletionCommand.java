package build.offload.distribution.cli;

import build.offload.distribution.ExitCode;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;

/** Prints what a shell needs to complete command lines. */
@Command(
        name = "completion",
        header = "Print the completion script for bash and zsh.",
        description = "For this shell: source <(offload completion)")
final class CompletionCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    CompletionCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        surroundings.print(AutoComplete.bash("offload", new Grammar(surroundings, Optional.empty()).whole())
                .stripTrailing());
        return ExitCode.SUCCESS.number();
    }
}
