package build.offload.kernel.event;

import build.offload.kernel.store.ReadTransaction;
import build.offload.spi.model.HostName;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Finds the hosts that were looked at meanwhile: a look that finds nothing new makes no event. Not safe for several threads. */
final class Looks {

    private Map<String, Instant> seen = Map.of();
    private long second = Long.MIN_VALUE;

    /** Return the hosts that answered since the last call. Within a second there are none: nobody is told another load in it. */
    Set<HostName> since(ReadTransaction tx, Instant now) {
        Set<HostName> again = new HashSet<>();
        if (now.getEpochSecond() != second) {
            Map<String, Instant> present = tx.fleet().observedAt();
            present.forEach((name, at) -> {
                if (!at.equals(seen.get(name))) {
                    again.add(new HostName(name));
                }
            });
            seen = present;
            second = now.getEpochSecond();
        }
        return again;
    }
}
