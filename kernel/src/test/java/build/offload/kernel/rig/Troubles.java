package build.offload.kernel.rig;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;

/** The troubles a host is in: some for one call each, some until it recovers. */
final class Troubles {

    private final Map<Call, Deque<Trouble>> once = new EnumMap<>(Call.class);
    private final Map<Call, Trouble> standing = new EnumMap<>(Call.class);

    void once(Call call, Trouble trouble) {
        once.computeIfAbsent(call, _ -> new ArrayDeque<>()).addLast(trouble);
    }

    void always(Call call, Trouble trouble) {
        standing.put(call, trouble);
    }

    void recover(Call call) {
        standing.remove(call);
        once.remove(call);
    }

    Trouble next(Call call) {
        Deque<Trouble> planned = once.getOrDefault(call, new ArrayDeque<>());
        return planned.isEmpty() ? standing.getOrDefault(call, Trouble.NONE) : planned.removeFirst();
    }
}
