package build.offload.kernel.transition;

import build.offload.spi.model.HostName;
import build.offload.spi.model.MirrorId;
import java.util.Map;

/** Have a host remove what it keeps for a checkout, which nobody gets from then on. */
public record DiscardWorkspace(HostName host, MirrorId checkout, Reason reason) implements Transition.Operation {

    /** Why it is removed. */
    public enum Reason {
        /** Somebody asked for it. */
        REQUESTED("workspace-discard"),

        /** No build used it for longer than it is kept. */
        IDLE("idle"),

        /** The workspaces of the host took more of its disk than they may, and it was unused for longest. */
        LIMIT("limit");

        private final String code;

        Reason(String code) {
            this.code = code;
        }

        /** Return the code in events. */
        public String code() {
            return code;
        }
    }

    @Override
    public String kind() {
        return "workspace-discard";
    }

    @Override
    public Map<String, Object> auditArgs() {
        return Map.of("host", host.value(), "checkout", checkout.value(), "reason", reason.code());
    }
}
