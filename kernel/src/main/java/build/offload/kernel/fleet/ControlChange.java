package build.offload.kernel.fleet;

import build.offload.kernel.fleet.HostControl.Decision;
import build.offload.kernel.store.ControlRow;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.model.HostName;
import build.offload.spi.model.HostState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A decision on a control record that was not stale, as both verbs go on with it. */
record ControlChange(ControlRow record, boolean changed) {

    static Optional<Refusal> stale(Decision decision) {
        return switch (decision) {
            case Decision.Changed _, Decision.Unchanged _ -> Optional.empty();
            case Decision.Stale stale -> Optional.of(new Refusal(
                    "stale-control-version",
                    "the host's control record is at version " + stale.currentVersion() + "; read it again and decide anew",
                    Map.of("currentControlVersion", stale.currentVersion()),
                    Optional.of("expectedControlVersion")));
        };
    }

    static ControlChange of(Decision decision) {
        return switch (decision) {
            case Decision.Changed changed -> new ControlChange(changed.record(), true);
            case Decision.Unchanged unchanged -> new ControlChange(unchanged.record(), false);
            case Decision.Stale stale -> throw new IllegalStateException("guarded: version " + stale.currentVersion());
        };
    }

    Map<String, Object> result(HostName host, HostState state, List<String> pending) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("changed", changed);
        result.put("host", host.value());
        result.put("state", state);
        result.put("mode", record.mode());
        result.put("controlVersion", record.version());
        result.put("pending", pending);
        return result;
    }
}
