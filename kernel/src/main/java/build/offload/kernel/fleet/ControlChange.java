package build.offload.kernel.fleet;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.fleet.HostControl.Decision;
import build.offload.kernel.store.ControlRow;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Facts;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.model.HostName;
import build.offload.spi.model.HostState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A decision on a control record that was not stale, as both verbs go on with it. */
record ControlChange(ControlRow record, boolean changed) {

    /** The type of the event that says a control record changed. */
    static final String EVENT = "host-control";

    static Optional<Refusal> stale(Decision decision) {
        return switch (decision) {
            case Decision.Changed _, Decision.Unchanged _ -> Optional.empty();
            case Decision.Stale stale ->
                Optional.of(new Refusal(
                        "stale-control-version",
                        "the host's control record is at version " + stale.currentVersion()
                                + "; read it again and decide anew",
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

    /** Write the record down, with who decided it. */
    void write(WriteTransaction tx, HostName host, Facts facts) {
        tx.fleet().setControl(host, record.by(facts.actor()), facts.now());
    }

    /**
     * Return the event of it: {@link #EVENT} for a record that changed, and for no other request (D52); one that changed
     * nothing is an event under the verb's own name.
     */
    NewEvent event(String cause, HostName host, HostState state) {
        return NewEvent.of(changed ? EVENT : cause, "host", changed ? cause : "unchanged")
                .host(host.value())
                .data(Map.of("mode", record.mode(), "controlVersion", record.version(), "state", state));
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
