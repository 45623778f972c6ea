package build.offload.plugin.http;

import build.offload.plugin.http.Reply.Problem;
import build.offload.spi.frontend.AccessGuard.Scope;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds the route of a request. Knows the verbs, because an unknown one is told apart from an unknown address. */
final class RouteTable {

    private static final String TRANSITION = "transition";

    private final List<Route> routes;
    private final Set<String> verbs;

    RouteTable(List<Route> routes, Set<String> verbs) {
        this.routes = List.copyOf(routes);
        this.verbs = Set.copyOf(verbs);
    }

    /** What a method and a path lead to; the scope is known also where nothing is served. */
    sealed interface Match {
        Scope scope();

        /** An endpoint. */
        record Found(Route route, Map<String, String> parameters) implements Match {
            @Override
            public Scope scope() {
                return route.scope();
            }
        }

        /** Nothing that can be had. */
        record Nothing(Scope scope, Problem problem) implements Match {}
    }

    List<Route> routes() {
        return routes;
    }

    Match match(String method, String rawPath) {
        List<String> segments = PathSegments.of(rawPath);
        if (segments.getFirst().equals(TRANSITION) && !(segments.size() == 2 && verbs.contains(segments.get(1)))) {
            return new Match.Nothing(Scope.TRANSITION, Problems.unknownVerb());
        }
        List<Match.Found> fitting = routes.stream()
                .flatMap(route -> route.template().match(segments).map(found -> new Match.Found(route, found)).stream())
                .toList();
        Optional<Match.Found> found = fitting.stream()
                .filter(match -> match.route().method().names().contains(method))
                .findFirst();
        return found.isPresent() ? found.get() : nothing(fitting);
    }

    private static Match nothing(List<Match.Found> fitting) {
        if (fitting.isEmpty()) {
            return new Match.Nothing(Scope.UNKNOWN, Problems.notServed());
        }
        List<String> allowed = fitting.stream()
                .flatMap(match -> match.route().method().names().stream())
                .toList();
        return new Match.Nothing(fitting.getFirst().scope(), Problems.methodNotAllowed(allowed));
    }
}
