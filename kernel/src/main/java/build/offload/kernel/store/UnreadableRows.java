package build.offload.kernel.store;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The rows that were passed over because they could not be read, with the reason of each. Safe for many threads. */
public final class UnreadableRows {

    private final Map<String, String> reasons = new ConcurrentHashMap<>();

    UnreadableRows() {}

    void add(UnreadableRowException unreadable) {
        reasons.put(unreadable.row(), String.valueOf(unreadable.getMessage()));
    }

    /** Return what was passed over and not forgotten since. */
    public Map<String, String> seen() {
        return Map.copyOf(reasons);
    }

    /** Forget a row that was put right. */
    public void forget(String row) {
        reasons.remove(row);
    }
}
