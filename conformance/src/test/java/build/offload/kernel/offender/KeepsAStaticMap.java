package build.offload.kernel.offender;

import java.util.concurrent.ConcurrentHashMap;

/** Breaks a rule on purpose, to show that the rule bites. */
public final class KeepsAStaticMap {
    private static final ConcurrentHashMap<String, String> SEEN = new ConcurrentHashMap<>();

    public boolean isNew(String name) {
        return SEEN.put(name, name) == null;
    }
}
