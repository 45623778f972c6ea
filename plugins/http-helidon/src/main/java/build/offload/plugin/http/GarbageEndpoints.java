package build.offload.plugin.http;

import build.offload.spi.frontend.Controller;
import build.offload.spi.frontend.OperatorCall.CollectGarbage;
import build.offload.spi.frontend.Query;
import java.util.Set;

/** What is over for longer than it is kept: look at it, and have it removed now. */
final class GarbageEndpoints {

    private static final Set<String> WISH = Set.of("idempotencyKey", "expectedRevision");

    private final Controller controller;
    private final Json json;
    private final int limit;

    GarbageEndpoints(Controller controller, Json json, int limit) {
        this.controller = controller;
        this.json = json;
        this.limit = limit;
    }

    Reply show(Request request) {
        request.query().only(Set.of());
        return json.reply(200, controller.query(new Query.Garbage()));
    }

    Reply collect(Request request) {
        Fields fields = Fields.only(request.body().json(limit), WISH);
        CollectGarbage call = new CollectGarbage(fields.idempotencyKey(), fields.optionalRevision());
        return Answers.of(controller.perform(request.caller(), call));
    }
}
