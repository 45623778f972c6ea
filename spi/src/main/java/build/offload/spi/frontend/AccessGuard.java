package build.offload.spi.frontend;

import java.util.Optional;

/**
 * Decides who may come in; one guard for every frontend. The bearer token is compared in constant time and comes first;
 * then {@code Host} and {@code Origin} must name this loopback server, so that no web page reaches it by a name of its own.
 */
public interface AccessGuard {

    /** Decide on one request. Safe from any thread; never blocks. */
    Access admit(Credentials credentials, Scope scope);

    /** What the request brought along: the raw {@code Authorization}, {@code Host} and {@code Origin} values. */
    record Credentials(Optional<String> authorization, Optional<String> host, Optional<String> origin) {}

    /** What a request is about. A token outside its role is answered like an unknown one. */
    enum Scope {
        /** {@code /status}. */
        STATUS,
        /** The metric query API and {@code /metrics}. */
        METRICS,
        /** The eight verbs. */
        TRANSITION,
        /** The operator API. */
        OPERATOR,
        /** A place that is not served: any token that is known gets to hear that. */
        UNKNOWN
    }

    /** What a token may do. */
    enum Role {
        OPERATOR,
        DECK,
        SESSION
    }

    /** The decision. */
    sealed interface Access {
        /** Come in. */
        record Granted(Caller caller) implements Access {}

        /** No token, an unknown one, or one whose role does not reach here. */
        record Unauthenticated() implements Access {}

        /** The request was meant for another server. */
        record Misdirected() implements Access {}
    }

    /** Who asks: the name of the token, never the token, and its role. */
    record Caller(String name, Role role) {}
}
