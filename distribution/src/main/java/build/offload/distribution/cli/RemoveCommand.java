package build.offload.distribution.cli;

import build.offload.distribution.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lets a host go. */
@Command(name = "remove", header = "Let a host go; refused while it holds work.")
final class RemoveCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private PlaceOptions places = new PlaceOptions();

    @Mixin
    private RemovalOptions removal = new RemovalOptions();

    RemoveCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        surroundings.print(removal.remove(places.operator(surroundings)));
        return ExitCode.SUCCESS.number();
    }
}
