package build.offload.plugin.http;

import build.offload.spi.frontend.Controller;
import build.offload.spi.frontend.Query;
import java.util.Set;

/** {@code GET /api/offload/v1/snapshot}: what a submission of a checkout would send. */
final class SnapshotEndpoint {

    private static final int USUAL_COUNT = 20;
    private static final int LARGEST_COUNT = 1_000_000;

    private final Controller controller;
    private final Json json;

    SnapshotEndpoint(Controller controller, Json json) {
        this.controller = controller;
        this.json = json;
    }

    Reply show(Request request) {
        QueryParameters query = request.query().only(Set.of("checkout", "path", "limit"));
        int count = Math.toIntExact(query.number("limit", USUAL_COUNT, 0, LARGEST_COUNT));
        return json.reply(
                200, controller.query(new Query.SnapshotOf(query.requiredText("checkout"), query.text("path"), count)));
    }
}
