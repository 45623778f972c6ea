package build.offload.kernel.dispatch;

import build.offload.spi.frontend.OperatorCall.BuildRequest;
import build.offload.spi.frontend.OperatorCall.Placement;
import build.offload.spi.model.HostName;
import build.offload.spi.model.ToolRequirement;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a job asks of a host.
 *
 * @param commandClass the class a circuit counts it under
 * @param program the base name of its program; where a probe knows it, the host must have it
 * @param labels what a host must be labelled with
 * @param laptop under which circumstances the laptop may take it
 */
public record Needs(
        String commandClass,
        String program,
        List<ToolRequirement> tools,
        Set<HostName> excluded,
        Map<String, String> labels,
        Laptop laptop) {

    /** Whether the laptop may take it. */
    public enum Laptop {
        /** Never, whatever happens. */
        NEVER,
        /** When the whole fleet is overloaded. */
        SPILL,
        /** Whenever no builder can start it at once: the operator said so. */
        OVERRIDE
    }

    /** Return what a build asks for. */
    public static Needs of(BuildRequest build) {
        String program = build.argv().getFirst();
        return new Needs(
                build.commandClass(),
                program.substring(program.lastIndexOf('/') + 1),
                build.requirements(),
                Set.copyOf(build.placement().excludedHosts()),
                build.placement().labels(),
                laptop(build.placement()));
    }

    private static Laptop laptop(Placement placement) {
        if (placement.neverLocal()) {
            return Laptop.NEVER;
        }
        return placement.localOverride() ? Laptop.OVERRIDE : Laptop.SPILL;
    }
}
