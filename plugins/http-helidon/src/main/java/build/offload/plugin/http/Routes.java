package build.offload.plugin.http;

import static build.offload.plugin.http.Route.get;
import static build.offload.plugin.http.Route.post;

import build.offload.spi.frontend.AccessGuard.Scope;
import build.offload.spi.frontend.Controller;
import java.util.List;

/** Every address served. The OpenAPI document has the same list, and a test compares them. */
final class Routes {

    private static final String API = "/api/offload/v1";

    private Routes() {}

    static RouteTable table(Controller controller, Wire wire, Limits limits) {
        return new RouteTable(routes(controller, wire, limits), TransitionEndpoint.VERBS);
    }

    private static List<Route> routes(Controller controller, Wire wire, Limits limits) {
        Json json = new Json(wire);
        int limit = limits.sizes().requestBytes();
        JobReferences references = new JobReferences(controller);
        StatusEndpoint status = new StatusEndpoint(controller, wire);
        MetricsEndpoint metrics = new MetricsEndpoint(controller);
        TransitionEndpoint verbs = new TransitionEndpoint(controller, limit);
        HealthEndpoints health = new HealthEndpoints(controller, json);
        HostEndpoints hosts = new HostEndpoints(controller, json, limit);
        ModeEndpoint mode = new ModeEndpoint(controller, limit);
        JobEndpoints jobs = new JobEndpoints(controller, json, references, limits.sizes());
        WatchEndpoint watch = new WatchEndpoint(controller, references, limits.times());
        SnapshotEndpoint snapshot = new SnapshotEndpoint(controller, json);
        GarbageEndpoints garbage = new GarbageEndpoints(controller, json, limit);
        WorkspaceEndpoints workspaces = new WorkspaceEndpoints(controller, json, limit);
        EventEndpoint events = new EventEndpoint(controller, json);
        AuditEndpoint audit = new AuditEndpoint(controller, json);
        ContractEndpoint contract = new ContractEndpoint();
        return List.of(
                get("/status", Scope.STATUS, status::status),
                get("/metrics", Scope.METRICS, metrics::metrics),
                post(TransitionEndpoint.TEMPLATE, Scope.TRANSITION, verbs::transition),
                get("/livez", Scope.STATUS, health::alive),
                get("/readyz", Scope.STATUS, health::ready),
                get(API + "/health", Scope.OPERATOR, health::health),
                get(API + "/plugins", Scope.OPERATOR, health::plugins),
                get(API + "/hosts", Scope.OPERATOR, hosts::list),
                post(API + "/hosts", Scope.OPERATOR, hosts::enrol),
                get(API + "/hosts/{name}", Scope.OPERATOR, hosts::show),
                post(API + "/hosts/{name}/edit", Scope.OPERATOR, hosts::edit),
                post(API + "/hosts/{name}/remove", Scope.OPERATOR, hosts::remove),
                get(API + "/host-keys", Scope.OPERATOR, hosts::offeredKeys),
                post(API + "/desired-mode", Scope.OPERATOR, mode::declare),
                get(API + "/jobs", Scope.OPERATOR, jobs::list),
                post(API + "/jobs", Scope.OPERATOR, jobs::submit),
                get(API + "/jobs/{id}", Scope.OPERATOR, jobs::show),
                get(API + "/jobs/{id}/why", Scope.OPERATOR, jobs::why),
                post(API + "/jobs/{id}/cancel", Scope.OPERATOR, jobs::cancel),
                get(API + "/jobs/{id}/artifacts", Scope.OPERATOR, jobs::artifacts),
                post(API + "/jobs/{id}/publish", Scope.OPERATOR, jobs::publish),
                post(API + "/jobs/{id}/discard", Scope.OPERATOR, jobs::discard),
                get(API + "/jobs/{id}/watch", Scope.OPERATOR, watch::watch),
                get(API + "/snapshot", Scope.OPERATOR, snapshot::show),
                get(API + "/garbage", Scope.OPERATOR, garbage::show),
                post(API + "/garbage/collect", Scope.OPERATOR, garbage::collect),
                get(API + "/workspaces", Scope.OPERATOR, workspaces::list),
                post(API + "/workspaces/discard", Scope.OPERATOR, workspaces::discard),
                get(API + "/events", Scope.OPERATOR, events::page),
                get(API + "/audit", Scope.OPERATOR, audit::page),
                get(Problems.OPENAPI_PATH, Scope.OPERATOR, contract::openApi));
    }
}
