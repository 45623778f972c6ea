package build.offload.conformance.wire.rule;

import build.offload.conformance.wire.check.Check;
import java.util.List;
import java.util.stream.Stream;

/** Every check there is. */
public final class WireRules {

    private WireRules() {}

    /** Return the checks in the order in which they are run and told: what only looks comes before what changes anything. */
    public static List<Check> all() {
        return Stream.of(
                        AuthenticationRules.all(),
                        AddressRules.all(),
                        StatusShapeRules.all(),
                        StatusMeaningRules.all(),
                        ConditionalRules.all(),
                        MetricsRules.all(),
                        QueryRules.all(),
                        BodyRules.all(),
                        EnvelopeRules.all(),
                        RevisionRules.all(),
                        ArgumentRules.all(),
                        ErrorRules.all(),
                        ReplayRules.all(),
                        CommitRules.all(),
                        HostVerbRules.all())
                .flatMap(List::stream)
                .toList();
    }
}
