package build.offload.distribution.cli;

import build.offload.distribution.client.ControllerClient;
import build.offload.distribution.client.Operator;
import java.util.Map;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which host is let go, and what becomes of what is on it. */
final class RemovalOptions {

    @Parameters(paramLabel = "HOST", description = "The host's name in the fleet.")
    private String host = "";

    @Option(
            names = "--purge",
            description =
                    "First remove everything of offload's from the host, which must be drained and have no work left.")
    private boolean purge;

    /** Have the host removed, and return the sentence that says so. */
    String remove(Operator operator) {
        operator.post(ControllerClient.api("hosts", host, "remove"), Map.of("purge", purge), "removing " + host, true);
        return host + " is no longer in the fleet" + (purge ? ", and nothing of offload's is left there" : "");
    }
}
