package build.offload.spi.model;

import java.util.Locale;

/** One of the four gates that a host passes before it takes jobs; a gate that nothing is known of is not green. */
public enum HostGate {
    /** Every required probe found what it looks for, under the host's present identity. */
    CAPABILITY,
    /** Workspace and staging folders were really written, and there is room. */
    STORAGE,
    /** Every declared CI runner is as it is meant to be. */
    RUNNER,
    /** What the executor sent there came back as it was. */
    OFFLOAD;

    /** Return the word for it on the wire. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
