package build.offload.plugin.http;

import build.offload.plugin.http.Reply.Problem;
import build.offload.spi.frontend.AccessGuard;
import build.offload.spi.frontend.AccessGuard.Access;
import build.offload.spi.frontend.AccessGuard.Caller;
import build.offload.spi.frontend.AccessGuard.Credentials;
import java.util.Map;

/**
 * The checks that need no more than a request's head, in the order of the wire contract: bearer, then {@code Host} and
 * {@code Origin}, then address and method. Every request passes here before its body is read, also one the server itself
 * would refuse.
 */
final class Gate {

    private final AccessGuard guard;
    private final RouteTable table;

    Gate(AccessGuard guard, RouteTable table) {
        this.guard = guard;
        this.table = table;
    }

    /** The part of a request that is judged here; {@code path} as it came, without the query. */
    record Head(String method, String path, Credentials credentials) {}

    /** What came of it. */
    sealed interface Passage {
        /** Let in. */
        record Admitted(Route route, Map<String, String> parameters, Caller caller) implements Passage {}

        /** Sent away. */
        record Refused(Problem problem) implements Passage {}
    }

    Passage examine(Head head) {
        RouteTable.Match match = table.match(head.method(), head.path());
        return switch (guard.admit(head.credentials(), match.scope())) {
            case Access.Unauthenticated _ -> new Passage.Refused(Problems.unauthenticated());
            case Access.Misdirected _ -> new Passage.Refused(Problems.misdirected());
            case Access.Granted(Caller caller) -> granted(match, caller);
        };
    }

    private static Passage granted(RouteTable.Match match, Caller caller) {
        return switch (match) {
            case RouteTable.Match.Nothing nothing -> new Passage.Refused(nothing.problem());
            case RouteTable.Match.Found found -> new Passage.Admitted(found.route(), found.parameters(), caller);
        };
    }
}
