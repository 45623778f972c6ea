package build.offload.distribution.cli;

import build.offload.distribution.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lets a host go: the same as {@link RemoveCommand}, where one looks for it beside what else is done to hosts. */
@Command(name = "remove", header = "Let a host go; refused while it holds work.")
final class RemoveHostCommand implements Callable<Integer> {

    private final Surroundings surroundings;
    private final PlaceOptions places;

    @Mixin
    private RemovalOptions removal = new RemovalOptions();

    RemoveHostCommand(Surroundings surroundings, PlaceOptions places) {
        this.surroundings = surroundings;
        this.places = places;
    }

    @Override
    public Integer call() {
        surroundings.print(removal.remove(places.operator(surroundings)));
        return ExitCode.SUCCESS.number();
    }
}
