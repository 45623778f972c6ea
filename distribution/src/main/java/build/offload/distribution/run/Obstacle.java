package build.offload.distribution.run;

import build.offload.distribution.client.ControllerClient;
import build.offload.distribution.client.Json;
import build.offload.distribution.client.Operator;
import build.offload.distribution.client.Reply;
import java.util.Optional;

/** Why no build is dispatched at all, where that will not pass by itself. */
final class Obstacle {

    private static final String BROKEN = "config-invalid";

    private Obstacle() {}

    /** Return it as a sentence; absent where builds are dispatched, or will be once a host is free. */
    static Optional<String> of(Operator operator) {
        Json dispatch = operator.get("/status").expect("reading the status").at("dispatch");
        if (!dispatch.text("state", "").equals("paused")) {
            return Optional.empty();
        }
        return switch (dispatch.text("detail", "")) {
            case "disabled" ->
                Optional.of("builds are switched off: enabled = false in the controller's configuration");
            case "no-builders" -> Optional.of("no builder is enrolled; take one in with: offload enroll");
            case BROKEN ->
                Optional.of("the controller's configuration is broken, so nothing is dispatched: " + broken(operator));
            default -> Optional.empty();
        };
    }

    private static String broken(Operator operator) {
        Reply health = operator.get(ControllerClient.api("health"));
        if (!health.ok()) {
            return "see its log";
        }
        return health.json().list("incidents").stream()
                .filter(incident -> incident.text("kind", "").equals(BROKEN))
                .findFirst()
                .flatMap(incident -> incident.text("message"))
                .orElse("see its log");
    }
}
