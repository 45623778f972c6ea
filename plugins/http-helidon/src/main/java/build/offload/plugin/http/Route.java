package build.offload.plugin.http;

import build.offload.spi.frontend.AccessGuard.Scope;
import java.util.List;

/** One address with one method. */
record Route(Method method, Template template, Scope scope, Endpoint endpoint) {

    /** The methods this API uses; {@code HEAD} is answered wherever {@code GET} is. */
    enum Method {
        GET(List.of("GET", "HEAD")),
        POST(List.of("POST"));

        private final List<String> names;

        Method(List<String> names) {
            this.names = names;
        }

        List<String> names() {
            return names;
        }
    }

    static Route get(String template, Scope scope, Endpoint endpoint) {
        return new Route(Method.GET, Template.of(template), scope, endpoint);
    }

    static Route post(String template, Scope scope, Endpoint endpoint) {
        return new Route(Method.POST, Template.of(template), scope, endpoint);
    }
}
