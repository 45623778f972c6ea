package build.offload.plugin.http;

import build.offload.spi.frontend.Controller;
import build.offload.spi.frontend.Query;
import build.offload.spi.frontend.Query.AuditFilter;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.Set;

/** {@code GET /api/offload/v1/audit}: who asked for what, when, and what came of it; newest first, page by page. */
final class AuditEndpoint {

    private static final int USUAL_COUNT = 100;
    private static final int LARGEST_COUNT = 1000;
    private static final Set<String> PARAMETERS = Set.of("since", "actor", "kind", "internal", "before", "limit");

    private final Controller controller;
    private final Json json;

    AuditEndpoint(Controller controller, Json json) {
        this.controller = controller;
        this.json = json;
    }

    Reply page(Request request) {
        QueryParameters query = request.query().only(PARAMETERS);
        AuditFilter filter =
                new AuditFilter(since(query), query.text("actor"), query.text("kind"), query.flag("internal"));
        int count = Math.toIntExact(query.number("limit", USUAL_COUNT, 1, LARGEST_COUNT));
        return json.reply(200, controller.query(new Query.Audit(filter, query.text("before"), count)));
    }

    private static Optional<Instant> since(QueryParameters query) {
        try {
            return query.text("since").map(Instant::parse);
        } catch (DateTimeParseException wrong) {
            throw Fields.refused(
                    "invalid-value", "since must be a moment in ISO 8601, such as 2026-08-01T10:00:00Z.", "since");
        }
    }
}
