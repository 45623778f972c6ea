package build.offload.plugin.http;

import build.offload.spi.frontend.AccessGuard.Caller;
import java.util.Map;
import java.util.Optional;

/**
 * A request that was let in.
 *
 * @param path the parameters of its route's template, by name
 * @param body unread until an endpoint asks for it
 */
record Request(
        Caller caller, Map<String, String> path, QueryParameters query, Body body, Optional<String> ifNoneMatch) {

    /** Return a parameter of the route's template. */
    String parameter(String name) {
        String value = path.get(name);
        if (value == null) {
            throw new IllegalArgumentException("the route has no parameter " + name);
        }
        return value;
    }
}
