package build.offload.conformance.wire.check;

import java.io.IOException;

/** What a check does. */
@FunctionalInterface
public interface Probe {

    /**
     * Ask the server, and return when it does as it should.
     *
     * @throws Violation when it does not
     * @throws NotApplicable when this server, as it stands, gives nothing to look at
     * @throws IOException when it gives no answer that could be read
     */
    void examine(Server server) throws IOException;
}
