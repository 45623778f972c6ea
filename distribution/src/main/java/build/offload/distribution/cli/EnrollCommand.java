package build.offload.distribution.cli;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import build.offload.distribution.client.ControllerClient;
import build.offload.distribution.client.Json;
import build.offload.distribution.client.Operator;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Takes a host into the fleet. */
@Command(
        name = "enroll",
        header = "Take a host into the fleet.",
        description =
                "A host reached over SSH is trusted by its key: the fingerprint is shown and pinned once somebody has"
                        + " confirmed it, at the terminal or with --host-key. Compare it with what the host itself says:"
                        + " ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub%nYour own SSH configuration and known hosts are"
                        + " not read, and neither your agent nor a port is forwarded. What ~/.ssh/config says of a host is"
                        + " given here, with --address and --identity-file.")
final class EnrollCommand implements Callable<Integer> {

    private static final List<String> PREFERRED = List.of("ssh-ed25519", "ecdsa-sha2-nistp256");

    private static final String OVER_SSH = "ssh";

    private final Surroundings surroundings;

    @Mixin
    private PlaceOptions places = new PlaceOptions();

    @Parameters(paramLabel = "HOST", description = "The host's name in the fleet.")
    private String name = "";

    @Option(
            names = "--address",
            paramLabel = "USER@HOST[:PORT]",
            description = "Where it answers; needed by executor ssh.")
    private Optional<String> address = Optional.empty();

    @Option(
            names = "--executor",
            description = "How it is reached; default ${DEFAULT-VALUE}. 'local' needs no address.")
    private String executor = OVER_SSH;

    @Option(
            names = "--host-key",
            paramLabel = "SHA256:...",
            description = "Pin the key of this fingerprint without asking.")
    private Optional<String> hostKey = Optional.empty();

    @Option(names = "--identity-file", paramLabel = "FILE", description = "The private key to log in with.")
    private Optional<Path> identityFile = Optional.empty();

    @Option(
            names = "--workspace-root",
            paramLabel = "FOLDER",
            description = "Where workspaces are made on the host; absolute.")
    private Optional<String> workspaceRoot = Optional.empty();

    @Option(names = "--slots", description = "How many builds it takes at once; default ${DEFAULT-VALUE}.")
    private int slots = 1;

    @Option(names = "--primary", description = "Mark it as the primary builder.")
    private boolean primary;

    @Option(names = "--label", paramLabel = "NAME=VALUE", description = "Give it a label; may be given several times.")
    private Map<String, String> labels = new LinkedHashMap<>();

    @Option(
            names = "--allow-this-machine",
            description = "Take this very machine as a builder, which is refused otherwise.")
    private boolean allowThisMachine;

    EnrollCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        if (executor.equals(OVER_SSH) && address.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.USAGE, "executor ssh needs to know where the host answers: --address user@host:port");
        }
        Operator operator = places.operator(surroundings);
        Optional<String> fingerprint = hostKey.or(() -> address.map(at -> confirmed(operator, at)));
        Json result = operator.post(ControllerClient.api("hosts"), body(fingerprint), "enrolling " + name, true);
        surroundings.print(name + " is enrolled"
                + result.text("pending").map(text -> "; " + text).orElse(""));
        surroundings.print("it takes builds once its probes are green: offload hosts");
        return ExitCode.SUCCESS.number();
    }

    private Map<String, Object> body(Optional<String> fingerprint) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("name", name);
        body.put("executor", executor);
        body.put("address", address);
        body.put("fingerprint", fingerprint);
        body.put("identityFile", identityFile.map(surroundings::absolute));
        body.put("workspaceRoot", workspaceRoot);
        body.put("slots", slots);
        body.put("primary", primary);
        body.put("labels", labels);
        body.put("allowThisMachine", allowThisMachine);
        return body;
    }

    private String confirmed(Operator operator, String at) {
        String query = "?executor=" + ControllerClient.encoded(executor) + "&address=" + ControllerClient.encoded(at);
        List<Json> keys = operator.get(ControllerClient.api("host-keys") + query)
                .expect("asking " + at + " for its key")
                .list("keys");
        if (keys.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.REFUSED, at + " offers no host key; an executor without keys takes no address");
        }
        String offered = keys.stream()
                .map(key -> "  " + key.text("fingerprint", "?") + "  " + key.text("type", "?"))
                .collect(Collectors.joining("\n"));
        Json best =
                keys.stream().min(Comparator.comparingInt(EnrollCommand::rank)).orElseThrow();
        String fingerprint = best.text("fingerprint", "");
        Optional<String> answer = surroundings
                .terminal()
                .ask(at + " offers\n" + offered + "\nPin " + fingerprint + " as the key of " + name
                        + "? Type yes or no: ");
        if (answer.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.REFUSED,
                    "the key of " + at + " has to be confirmed, and there is no terminal to ask" + " at. It offers\n"
                            + offered + "\nIf that is right, add: --host-key " + fingerprint);
        }
        if (!answer.get().strip().equalsIgnoreCase("yes")) {
            throw new CommandFailure(ExitCode.REFUSED, "the key was not confirmed; " + name + " is not enrolled");
        }
        return fingerprint;
    }

    private static int rank(Json key) {
        int index = PREFERRED.indexOf(key.text("type", ""));
        return index < 0 ? PREFERRED.size() : index;
    }
}
