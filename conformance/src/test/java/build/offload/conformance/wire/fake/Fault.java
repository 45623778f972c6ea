package build.offload.conformance.wire.fake;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * One known way to break the contract.
 *
 * @param scenario the cluster in which it shows
 * @param caughtBy the checks that were made for it
 * @param alsoFelt checks that cannot help but fail as well
 */
public record Fault(String name, Scenario scenario, Set<String> caughtBy, Set<String> alsoFelt, Way way) {

    /** Breaks a handler that is right. */
    @FunctionalInterface
    public interface Way {
        Handler around(Handler right, Engine engine);
    }

    /** Return the broken fake, as reached under a name. */
    public Handler at(String authority) {
        Engine engine = new Engine(scenario);
        return way.around(new Reference(authority, engine), engine);
    }

    /** Return the checks that fail. */
    public Set<String> felt() {
        Set<String> all = new HashSet<>(caughtBy);
        all.addAll(alsoFelt);
        return all;
    }

    @Override
    public String toString() {
        return name;
    }

    static Draft fault(String caughtBy, String name) {
        return new Draft(name, Scenario.BUSY, Set.of(caughtBy), Set.of());
    }

    /** A fault that is not yet done. */
    record Draft(String name, Scenario scenario, Set<String> caughtBy, Set<String> alsoFelt) {

        Draft alsoFelt(String... checks) {
            return new Draft(name, scenario, caughtBy, Set.of(checks));
        }

        Draft in(Scenario other) {
            return new Draft(name, other, caughtBy, alsoFelt);
        }

        Fault handling(Way way) {
            return new Fault(caughtBy + " " + name, scenario, caughtBy, alsoFelt, way);
        }

        /** Take every request for another. */
        Fault reading(UnaryOperator<Request> change) {
            return handling((right, engine) -> request -> right.answer(change.apply(request)));
        }

        /** Take some requests for others. */
        Fault reading(Predicate<Request> some, UnaryOperator<Request> change) {
            return reading(request -> some.test(request) ? change.apply(request) : request);
        }

        /** Let some requests in that bring no token. */
        Fault admitting(Predicate<Request> some) {
            return reading(some, request -> request.with("Authorization", "Bearer " + Reference.OPERATOR));
        }

        /** Change the answers. */
        Fault answering(BiFunction<Request, Reply, Reply> change) {
            return handling((right, engine) -> request -> change.apply(request, right.answer(request)));
        }

        /** Answer some requests in another way at once. */
        Fault answering(Predicate<Request> some, Reply reply) {
            return handling((right, engine) -> request -> some.test(request) ? reply : right.answer(request));
        }

        /** Change the envelope before it is looked at. */
        Fault mending(UnaryOperator<ObjectNode> change) {
            return reading(
                    request -> request.isTransition() && request.method().equals("POST"),
                    request -> request.editing(change));
        }

        /** Change the status. */
        Fault showing(Consumer<ObjectNode> change) {
            return answering((request, reply) ->
                    request.path().equals("/status") && reply.status() == 200 ? reply.editing(change) : reply);
        }

        /** Change the text of the metrics. */
        Fault exposing(UnaryOperator<String> change) {
            return answering((request, reply) -> request.path().equals("/metrics") && reply.status() == 200
                    ? reply.saying(change.apply(reply.text()))
                    : reply);
        }

        /** Change the answers to commits of a verb. */
        Fault committing(String verb, Consumer<ObjectNode> change) {
            return answering((request, reply) -> request.isTransition()
                            && request.verb().equals(verb)
                            && reply.status() == 200
                            && !reply.headers().containsKey("Idempotency-Replayed")
                    ? reply.editing(change)
                    : reply);
        }
    }
}
