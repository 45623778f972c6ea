package build.offload.kernel.dispatch;

import build.offload.spi.model.HostState;

/** Whether the cluster as a whole takes jobs. */
public final class Admission {

    private Admission() {}

    /** Return whether dispatch may place anything while the cluster's desired mode is this one. */
    public static boolean open(HostState desired) {
        return switch (desired) {
            case AVAILABLE, RESTORING, DEGRADED -> true;
            case DRAINING, MAINTENANCE -> false;
        };
    }
}
