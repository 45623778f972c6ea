package build.offload.kernel.rig;

import build.offload.kernel.dispatch.DispatchPolicy;
import build.offload.kernel.reconcile.LoopSettings;
import build.offload.kernel.reconcile.SecretReader;
import java.util.Map;

/** What a rig's controllers go by. */
public record RigSettings(DispatchPolicy dispatch, LoopSettings loops, RigParts parts, SecretReader secrets) {

    /** Create settings of a controller whose user keeps no secrets. */
    public RigSettings(DispatchPolicy dispatch, LoopSettings loops, RigParts parts) {
        this(dispatch, loops, parts, _ -> Map.of());
    }

    /** Return what a controller goes by where nothing is configured. */
    public static RigSettings standard() {
        return new RigSettings(DispatchPolicy.standard(), LoopSettings.standard(), RigParts.ofTheProduct());
    }

    /** Return these settings with other loops. */
    public RigSettings with(LoopSettings other) {
        return new RigSettings(dispatch, other, parts, secrets);
    }

    /** Return these settings with other dispatch. */
    public RigSettings with(DispatchPolicy other) {
        return new RigSettings(other, loops, parts, secrets);
    }

    /** Return these settings with other parts. */
    public RigSettings with(RigParts other) {
        return new RigSettings(dispatch, loops, other, secrets);
    }

    /** Return these settings with another store of secrets. */
    public RigSettings with(SecretReader other) {
        return new RigSettings(dispatch, loops, parts, other);
    }
}
