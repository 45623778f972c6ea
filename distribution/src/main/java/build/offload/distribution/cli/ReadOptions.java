package build.offload.distribution.cli;

import build.offload.distribution.client.Json;
import build.offload.distribution.client.Reply;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What every command that shows something has in common: the controller to ask, and the form to show it in. */
final class ReadOptions {

    @Mixin
    private PlaceOptions places = new PlaceOptions();

    @Option(names = "--json", description = "Print the controller's answer as it is, in JSON.")
    private boolean json;

    /** Ask for a resource; print the answer as it is, or let {@code human} print it for people. */
    int show(Surroundings surroundings, String path, String wish, Consumer<Json> human) {
        Reply reply = places.operator(surroundings).get(path);
        Json body = reply.expect(wish);
        if (json) {
            surroundings.print(reply.body());
        } else {
            human.accept(body);
        }
        return 0;
    }

    boolean json() {
        return json;
    }

    PlaceOptions places() {
        return places;
    }
}
