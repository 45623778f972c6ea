package build.offload.plugin.http;

import build.offload.spi.frontend.Controller;
import build.offload.spi.frontend.Query;
import build.offload.spi.frontend.Query.EventPage;
import java.util.Set;

/** {@code GET /api/offload/v1/events}: events later than a revision or a cursor, page by page. */
final class EventEndpoint {

    private static final int USUAL_COUNT = 100;
    private static final int LARGEST_COUNT = 1000;

    private final Controller controller;
    private final Json json;

    EventEndpoint(Controller controller, Json json) {
        this.controller = controller;
        this.json = json;
    }

    Reply page(Request request) {
        QueryParameters query = request.query().only(Set.of("after", "limit"));
        int count = Math.toIntExact(query.number("limit", USUAL_COUNT, 1, LARGEST_COUNT));
        EventPage page = controller.query(new Query.Events(query.text("after"), count));
        return json.reply(200, json.object("events", page.events(), "nextCursor", page.nextCursor()));
    }
}
