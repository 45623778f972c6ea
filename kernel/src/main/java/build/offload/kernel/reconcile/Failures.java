package build.offload.kernel.reconcile;

import build.offload.kernel.plugin.CallResult;
import build.offload.spi.executor.ExecutorException;
import build.offload.spi.model.InfraFailure;

/** Names a failed call of an executor as one of the typed failures of infrastructure. */
final class Failures {

    private Failures() {}

    /** Return the failure behind a call that threw; {@code otherwise} where the host itself said nothing. */
    static InfraFailure of(CallResult.Threw<?> threw, InfraFailure otherwise) {
        return threw.typed().map(typed -> of(typed.kind(), otherwise)).orElse(otherwise);
    }

    private static InfraFailure of(ExecutorException.Kind kind, InfraFailure otherwise) {
        return switch (kind) {
            case UNREACHABLE, HOST_KEY_MISMATCH, LOGIN_REFUSED -> InfraFailure.UNREACHABLE;
            case DISK_FULL -> InfraFailure.DISK_FULL;
            case CAPABILITY_MISSING -> InfraFailure.CAPABILITY_MISSING;
            case CONNECTION_LOST, PROTOCOL -> otherwise;
        };
    }
}
