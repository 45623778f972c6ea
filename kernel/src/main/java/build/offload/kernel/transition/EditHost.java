package build.offload.kernel.transition;

import build.offload.spi.executor.HostIdentity;
import build.offload.spi.executor.HostTarget;
import build.offload.spi.frontend.OperatorCall.HostEdit;
import build.offload.spi.model.HostName;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Use or reach an enrolled host otherwise.
 *
 * @param reach how it is reached from now on, if that changes
 */
public record EditHost(HostName host, HostEdit edit, Optional<Reach> reach) implements Transition.Operation {

    /** A way to a host that was tried: its key is pinned in the target, and this machine answered there. */
    public record Reach(HostTarget target, HostIdentity identity) {}

    @Override
    public String kind() {
        return "host-edit";
    }

    @Override
    public Map<String, Object> auditArgs() {
        Map<String, Object> args = new LinkedHashMap<>();
        args.put("host", host.value());
        edit.slots().ifPresent(slots -> args.put("slots", slots));
        edit.primary().ifPresent(primary -> args.put("primary", primary));
        edit.labels().forEach((name, value) -> args.put("label " + name, value));
        edit.withoutLabels().forEach(name -> args.put("label " + name, ""));
        edit.address().ifPresent(address -> args.put("address", address.toString()));
        edit.identityFile().ifPresent(file -> args.put("identityFile", file));
        edit.fingerprint().ifPresent(key -> args.put("fingerprint", key));
        if (edit.acceptDrift()) {
            args.put("acceptDrift", true);
        }
        return args;
    }
}
