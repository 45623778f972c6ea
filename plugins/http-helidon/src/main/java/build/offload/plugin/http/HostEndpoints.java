package build.offload.plugin.http;

import build.offload.spi.executor.HostKey;
import build.offload.spi.executor.HostTarget;
import build.offload.spi.frontend.Controller;
import build.offload.spi.frontend.OperatorCall.EditHost;
import build.offload.spi.frontend.OperatorCall.EnrolHost;
import build.offload.spi.frontend.OperatorCall.HostEdit;
import build.offload.spi.frontend.OperatorCall.HostOptions;
import build.offload.spi.frontend.OperatorCall.RemoveHost;
import build.offload.spi.frontend.Query;
import build.offload.spi.model.HostAddress;
import build.offload.spi.model.HostLabels;
import build.offload.spi.model.HostName;
import build.offload.spi.model.InvalidValueException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** Hosts: list, show, enrol, edit, remove, and the keys an address offers before anybody trusts it. */
final class HostEndpoints {

    private static final Set<String> ENROLMENT = Set.of(
            "idempotencyKey",
            "expectedRevision",
            "name",
            "executor",
            "address",
            "fingerprint",
            "identityFile",
            "workspaceRoot",
            "slots",
            "primary",
            "labels",
            "allowThisMachine");
    private static final Set<String> EDIT = Set.of(
            "idempotencyKey",
            "expectedRevision",
            "slots",
            "primary",
            "labels",
            "withoutLabels",
            "address",
            "identityFile",
            "fingerprint",
            "acceptDrift");
    private static final Set<String> REMOVAL = Set.of("idempotencyKey", "expectedRevision", "purge");
    private static final String UNKNOWN_HOST = "unknown-host";
    private static final int MOST_SLOTS = 1024;

    private final Controller controller;
    private final Json json;
    private final int limit;

    HostEndpoints(Controller controller, Json json, int limit) {
        this.controller = controller;
        this.json = json;
        this.limit = limit;
    }

    Reply list(Request request) {
        request.query().only(Set.of());
        return json.reply(200, Map.of("hosts", controller.query(new Query.Hosts())));
    }

    Reply show(Request request) {
        request.query().only(Set.of());
        return json.reply(200, controller.query(new Query.HostByName(named(request))));
    }

    Reply offeredKeys(Request request) {
        QueryParameters query = request.query().only(Set.of("executor", "address"));
        HostAddress address = HostAddress.parse(query.requiredText("address"));
        List<Map<String, Object>> keys = controller.offeredKeys(query.requiredText("executor"), address).stream()
                .map(this::shown)
                .toList();
        return json.reply(200, Map.of("keys", keys));
    }

    Reply enrol(Request request) {
        Fields fields = Fields.only(request.body().json(limit), ENROLMENT);
        EnrolHost call = new EnrolHost(
                fields.idempotencyKey(),
                fields.requiredRevision(),
                target(fields),
                fields.text("executor"),
                fields.optionalText("fingerprint"),
                options(fields));
        return Answers.of(controller.perform(request.caller(), call));
    }

    Reply edit(Request request) {
        Fields fields = Fields.only(request.body().json(limit), EDIT);
        OptionalLong slots = fields.optionalNumber("slots", MOST_SLOTS);
        HostEdit edit = new HostEdit(
                slots.isPresent() ? OptionalInt.of(Math.toIntExact(slots.getAsLong())) : OptionalInt.empty(),
                fields.optionalFlag("primary"),
                fields.optionalTextMap("labels"),
                fields.optionalTexts("withoutLabels"),
                fields.optionalText("address").map(HostAddress::parse),
                fields.optionalText("identityFile"),
                fields.optionalText("fingerprint"),
                fields.flag("acceptDrift"));
        EditHost call = new EditHost(fields.idempotencyKey(), fields.requiredRevision(), named(request), edit);
        return Answers.of(controller.perform(request.caller(), call), UNKNOWN_HOST);
    }

    Reply remove(Request request) {
        Fields fields = Fields.only(request.body().json(limit), REMOVAL);
        RemoveHost call = new RemoveHost(
                fields.idempotencyKey(), fields.requiredRevision(), named(request), fields.flag("purge"));
        return Answers.of(controller.perform(request.caller(), call), UNKNOWN_HOST);
    }

    private static HostTarget target(Fields fields) {
        return new HostTarget(
                new HostName(fields.text("name")),
                fields.optionalText("address").map(HostAddress::parse),
                Optional.empty(),
                fields.optionalText("identityFile"),
                fields.optionalText("workspaceRoot"));
    }

    private static HostOptions options(Fields fields) {
        int slots = Math.toIntExact(fields.optionalNumber("slots", MOST_SLOTS).orElse(1));
        return new HostOptions(
                slots,
                fields.flag("primary"),
                fields.flag("allowThisMachine"),
                HostLabels.of(fields.optionalTextMap("labels")));
    }

    /** A name that no host can have is no host's. */
    private static HostName named(Request request) {
        try {
            return new HostName(request.parameter("name"));
        } catch (InvalidValueException impossible) {
            throw new ProblemException(Problems.missing(UNKNOWN_HOST, "No host has this name, and none can."));
        }
    }

    private Map<String, Object> shown(HostKey key) {
        return json.object("type", key.type(), "fingerprint", key.fingerprint());
    }
}
