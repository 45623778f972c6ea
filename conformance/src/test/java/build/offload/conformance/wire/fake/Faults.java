package build.offload.conformance.wire.fake;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** Every known way to break the contract. */
public final class Faults {

    private Faults() {}

    public static List<Fault> all() {
        return Stream.of(
                        AccessFaults.authentication(),
                        AccessFaults.addresses(),
                        BodyFaults.bodies(),
                        BodyFaults.envelopes(),
                        TransitionFaults.revisions(),
                        TransitionFaults.arguments(),
                        TransitionFaults.replays(),
                        TransitionFaults.commits(),
                        TransitionFaults.hosts(),
                        StatusFaults.shapes(),
                        StatusFaults.meanings(),
                        ReadingFaults.metrics(),
                        ReadingFaults.errors(),
                        ReadingFaults.queries())
                .flatMap(List::stream)
                .toList();
    }

    /** Return a fake that keeps the contract, as reached under a name. */
    public static Handler none(Scenario scenario, String authority) {
        return new Reference(authority, new Engine(scenario));
    }

    /** Return a fake that keeps the contract, and whose revision somebody else moves at every fifth request. */
    public static Handler disturbed(String authority) {
        Engine engine = new Engine(Scenario.BUSY);
        Handler right = new Reference(authority, engine);
        AtomicLong requests = new AtomicLong();
        return request -> {
            engine.advance(requests.incrementAndGet() % 5 == 0 ? 1 : 0);
            return right.answer(request);
        };
    }
}
