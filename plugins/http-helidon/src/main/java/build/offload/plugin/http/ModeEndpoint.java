package build.offload.plugin.http;

import build.offload.spi.frontend.Controller;
import build.offload.spi.frontend.OperatorCall.SetDesiredMode;
import build.offload.spi.model.HostState;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Declares the cluster's desired mode. */
final class ModeEndpoint {

    private static final Set<String> FIELDS = Set.of("idempotencyKey", "expectedRevision", "mode");

    private final Controller controller;
    private final int limit;

    ModeEndpoint(Controller controller, int limit) {
        this.controller = controller;
        this.limit = limit;
    }

    Reply declare(Request request) {
        Fields fields = Fields.only(request.body().json(limit), FIELDS);
        SetDesiredMode call = new SetDesiredMode(fields.idempotencyKey(), fields.requiredRevision(), mode(fields));
        return Answers.of(controller.perform(request.caller(), call));
    }

    private static HostState mode(Fields fields) {
        String word = fields.text("mode");
        return Arrays.stream(HostState.values())
                .filter(state -> word(state).equals(word))
                .findFirst()
                .orElseThrow(() -> fields.invalid("mode", "must be one of " + words()));
    }

    private static String words() {
        return Arrays.stream(HostState.values()).map(ModeEndpoint::word).collect(Collectors.joining(", "));
    }

    private static String word(HostState state) {
        return state.name().toLowerCase(Locale.ROOT);
    }
}
