package build.offload.plugin.http;

import build.offload.spi.frontend.Controller;
import build.offload.spi.frontend.Controller.StoreUnavailableException;
import build.offload.spi.frontend.HealthView;
import build.offload.spi.frontend.HealthView.Fault;
import build.offload.spi.frontend.Query;
import java.util.Map;
import java.util.Set;

/** How the controller itself fares: alive, ready, and in detail; and what it has loaded. */
final class HealthEndpoints {

    private final Controller controller;
    private final Json json;

    HealthEndpoints(Controller controller, Json json) {
        this.controller = controller;
        this.json = json;
    }

    /** Answering at all is being alive. */
    Reply alive(Request request) {
        return json.reply(200, Map.of("status", "ok"));
    }

    /** Ready is who can commit a change. */
    Reply ready(Request request) {
        try {
            HealthView health = controller.query(new Query.Health());
            return health.ready() ? json.reply(200, Map.of("status", "ok")) : notReady(reason(health));
        } catch (StoreUnavailableException unavailable) {
            return notReady("the store cannot be read");
        }
    }

    Reply health(Request request) {
        request.query().only(Set.of());
        return json.reply(200, controller.query(new Query.Health()));
    }

    Reply plugins(Request request) {
        request.query().only(Set.of());
        return json.reply(200, Map.of("plugins", controller.query(new Query.Plugins())));
    }

    private static String reason(HealthView health) {
        return health.journal().map(Fault::reason).orElse("changes cannot be committed now");
    }

    private Reply notReady(String reason) {
        return json.reply(503, json.object("status", "not-ready", "reason", reason));
    }
}
