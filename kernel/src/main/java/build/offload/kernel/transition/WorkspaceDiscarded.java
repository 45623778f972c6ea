package build.offload.kernel.transition;

import build.offload.spi.model.HostName;
import build.offload.spi.model.MirrorId;
import java.util.Map;

/** A host keeps nothing for a checkout any more. */
public record WorkspaceDiscarded(HostName host, MirrorId checkout) implements Transition.Observation {

    @Override
    public String kind() {
        return "workspace-discarded";
    }

    @Override
    public Map<String, Object> auditArgs() {
        return Map.of("host", host.value(), "checkout", checkout.value());
    }
}
