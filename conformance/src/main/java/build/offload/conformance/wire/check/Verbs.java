package build.offload.conformance.wire.check;

import java.util.List;

/** The verbs of the contract. */
public final class Verbs {

    /** All there are. */
    public static final List<String> ALL = List.of(
            "box-drain",
            "box-restore",
            "host-quarantine",
            "host-unquarantine",
            "admission-reconcile",
            "job-retry",
            "ci-reconcile",
            "recall-spill");

    /** The one that always commits and does no more than the controller does by itself anyway. */
    public static final String HARMLESS = "admission-reconcile";

    /** Another one that does no harm and needs no arguments. */
    public static final String ALSO_HARMLESS = "recall-spill";

    private Verbs() {}
}
