package build.offload.plugin.http;

import build.offload.spi.frontend.Controller;
import build.offload.spi.frontend.OperatorCall.DiscardWorkspace;
import build.offload.spi.frontend.Query;
import build.offload.spi.model.HostName;
import build.offload.spi.model.MirrorId;
import java.util.Map;
import java.util.Set;

/** What hosts keep for the next keeping builds of checkouts: look at it, and have one removed. */
final class WorkspaceEndpoints {

    private static final Set<String> WISH = Set.of("idempotencyKey", "expectedRevision", "host", "checkout");

    private final Controller controller;
    private final Json json;
    private final int limit;

    WorkspaceEndpoints(Controller controller, Json json, int limit) {
        this.controller = controller;
        this.json = json;
        this.limit = limit;
    }

    Reply list(Request request) {
        request.query().only(Set.of());
        return json.reply(200, Map.of("workspaces", controller.query(new Query.Workspaces())));
    }

    Reply discard(Request request) {
        Fields fields = Fields.only(request.body().json(limit), WISH);
        DiscardWorkspace call = new DiscardWorkspace(
                fields.idempotencyKey(),
                fields.optionalRevision(),
                new HostName(fields.text("host")),
                new MirrorId(fields.text("checkout")));
        return Answers.of(controller.perform(request.caller(), call));
    }
}
