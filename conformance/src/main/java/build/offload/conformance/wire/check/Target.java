package build.offload.conformance.wire.check;

import java.net.URI;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * The server under examination, and what may be done with it.
 *
 * @param token the bearer of an operator
 * @param deckToken a bearer of the role {@code deck}
 * @param host a builder that may be drained, restored and quarantined
 * @param readOnly whether nothing may be sent that a conforming server would commit
 */
public record Target(URI url, String token, Optional<String> deckToken, Optional<String> host, boolean readOnly) {

    /** Return which needs of checks are met. */
    public Set<Need> provides() {
        Set<Need> met = EnumSet.noneOf(Need.class);
        if (!readOnly) {
            met.add(Need.COMMITS);
        }
        if (host.isPresent()) {
            met.add(Need.HOST);
        }
        if (deckToken.isPresent()) {
            met.add(Need.DECK_TOKEN);
        }
        return met;
    }
}
