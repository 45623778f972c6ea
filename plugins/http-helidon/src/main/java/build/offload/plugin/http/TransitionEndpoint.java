package build.offload.plugin.http;

import build.offload.spi.frontend.AccessGuard.Caller;
import build.offload.spi.frontend.Controller;
import build.offload.spi.frontend.Controller.Answer;
import build.offload.spi.frontend.Controller.StoreUnavailableException;
import build.offload.spi.frontend.Controller.VerbCall;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** {@code POST /transition/{verb}}: reads the envelope and hands the verb on. */
final class TransitionEndpoint {

    private static final System.Logger LOG = System.getLogger(TransitionEndpoint.class.getName());

    static final String TEMPLATE = "/transition/{verb}";

    /** The spec's verbs, all there are. */
    static final Set<String> VERBS = Set.of(
            "box-drain",
            "box-restore",
            "host-quarantine",
            "host-unquarantine",
            "admission-reconcile",
            "job-retry",
            "ci-reconcile",
            "recall-spill");

    private static final Set<String> ENVELOPE = Set.of("expectedRevision", "idempotencyKey", "args");
    private static final String REVISION = "expectedRevision";

    private final Controller controller;
    private final int limit;

    TransitionEndpoint(Controller controller, int limit) {
        this.controller = controller;
        this.limit = limit;
    }

    Reply transition(Request request) {
        Fields envelope = Fields.only(request.body().json(limit), ENVELOPE);
        BigInteger revision = envelope.expectedRevision();
        String key = envelope.idempotencyKey();
        Map<String, String> args = args(envelope.nested("args"), revision);
        return Answers.of(
                asked(request.caller(), new VerbCall(request.parameter("verb"), Fields.clamped(revision), key, args)));
    }

    /** A store that cannot be read cannot take an audit intent either. */
    private Answer asked(Caller caller, VerbCall call) {
        try {
            return controller.transition(caller, call);
        } catch (StoreUnavailableException unavailable) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "A transition was refused because the store cannot be read.",
                    unavailable);
            return new Answer.AuditUnavailable("the store cannot be read");
        }
    }

    private static Map<String, String> args(Fields given, BigInteger revision) {
        Map<String, String> args = new LinkedHashMap<>();
        given.values().forEach((name, value) -> {
            if (name.equals(REVISION)) {
                checkAgreement(given, value, revision);
            } else {
                args.put(given.name(name), given.textOf(name, value));
            }
        });
        return args;
    }

    /** The consumer's gateway carries args as strings, so the revision may come along there once more. */
    private static void checkAgreement(Fields given, JsonNode value, BigInteger revision) {
        boolean agrees = value.isIntegralNumber()
                ? value.bigIntegerValue().equals(revision)
                : value.isTextual() && value.textValue().equals(revision.toString());
        if (!agrees) {
            throw given.invalid(
                    REVISION, "must be the envelope's expectedRevision, as a number or as its decimal digits");
        }
    }
}
