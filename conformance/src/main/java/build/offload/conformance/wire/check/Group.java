package build.offload.conformance.wire.check;

import java.util.Locale;

/** A part of the contract that a server may be held to alone. */
public enum Group {
    /** Status, verbs, metrics as text, and what every request has to obey. */
    CORE,
    /** The query API of Prometheus. */
    QUERY;

    /** Return the name by which it is selected. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
