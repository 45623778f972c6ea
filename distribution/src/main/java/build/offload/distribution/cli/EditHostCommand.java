package build.offload.distribution.cli;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import build.offload.distribution.client.ControllerClient;
import build.offload.distribution.client.Json;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Changes how a host of the fleet is used or reached. */
@Command(
        name = "edit",
        header = "Change how a host is used or reached; what is not named stays.",
        description =
                "What runs there goes on. A host that is reached in another way must be the same machine, with the key that is"
                        + " pinned or the one given here; it takes builds again once its probes are green.")
final class EditHostCommand implements Callable<Integer> {

    private final Surroundings surroundings;
    private final PlaceOptions places;

    @Parameters(paramLabel = "HOST", description = "The host's name in the fleet.")
    private String host = "";

    @Option(names = "--slots", description = "How many builds it takes at once; not fewer than it runs just now.")
    private Optional<Integer> slots = Optional.empty();

    @Option(names = "--primary", negatable = true, description = "Mark it as the primary builder, or as one no longer.")
    private Optional<Boolean> primary = Optional.empty();

    @Option(names = "--label", paramLabel = "NAME=VALUE", description = "Set a label; may be given several times.")
    private Map<String, String> labels = new LinkedHashMap<>();

    @Option(names = "--without-label", paramLabel = "NAME", description = "Take a label away.")
    private List<String> withoutLabels = List.of();

    @Option(names = "--address", paramLabel = "USER@HOST[:PORT]", description = "Where it answers from now on.")
    private Optional<String> address = Optional.empty();

    @Option(names = "--identity-file", paramLabel = "FILE", description = "The private key to log in with.")
    private Optional<Path> identityFile = Optional.empty();

    @Option(
            names = "--host-key",
            paramLabel = "SHA256:...",
            description = "Pin the key of this fingerprint, which it offers now.")
    private Optional<String> hostKey = Optional.empty();

    @Option(names = "--accept-drift", description = "Take what its tools are now for what they should be.")
    private boolean acceptDrift;

    EditHostCommand(Surroundings surroundings, PlaceOptions places) {
        this.surroundings = surroundings;
        this.places = places;
    }

    @Override
    public Integer call() {
        Map<String, Object> body = body();
        if (body.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.USAGE, "nothing is named that is to be other; see: offload hosts edit --help");
        }
        Json result = places.operator(surroundings)
                .post(ControllerClient.api("hosts", host, "edit"), body, "changing " + host, true);
        surroundings.print(Words.outcome(result, host + " is changed", host + " was so already"));
        if (result.text("state", "").equals("restoring")) {
            surroundings.print("it takes builds once its probes are green: offload hosts");
        }
        return ExitCode.SUCCESS.number();
    }

    private Map<String, Object> body() {
        Map<String, Object> body = new LinkedHashMap<>();
        slots.ifPresent(number -> body.put("slots", number));
        primary.ifPresent(flag -> body.put("primary", flag));
        if (!labels.isEmpty()) {
            body.put("labels", labels);
        }
        if (!withoutLabels.isEmpty()) {
            body.put("withoutLabels", withoutLabels);
        }
        address.ifPresent(at -> body.put("address", at));
        identityFile.ifPresent(file -> body.put("identityFile", surroundings.absolute(file)));
        hostKey.ifPresent(key -> body.put("fingerprint", key));
        if (acceptDrift) {
            body.put("acceptDrift", true);
        }
        return body;
    }
}
