package build.offload.kernel.controller;

import build.offload.kernel.controller.Settings.Policy;
import build.offload.kernel.dispatch.DispatchPolicy;
import build.offload.kernel.reconcile.LoopSettings.JobLimits;
import build.offload.kernel.reconcile.Retention;
import build.offload.kernel.status.StatusSettings;
import build.offload.spi.frontend.HealthView.Configuration;
import build.offload.spi.frontend.HealthView.ConfigurationState;

/** The policy in force. Everybody asks anew each time; one thread sets it. */
final class LivePolicy {

    private volatile Policy policy;

    LivePolicy(Policy policy) {
        this.policy = policy;
    }

    Policy get() {
        return policy;
    }

    void set(Policy next) {
        policy = next;
    }

    DispatchPolicy dispatch() {
        return Policies.dispatch(policy);
    }

    StatusSettings status() {
        Policy present = policy;
        return new StatusSettings(Policies.dispatch(present), present.queue().sloSeconds());
    }

    JobLimits limits() {
        return Policies.limits(policy);
    }

    Retention retention() {
        return Policies.retention(policy);
    }

    /** Return how the configuration fares, for those who look after the controller. */
    Configuration view() {
        Policy present = policy;
        return new Configuration(state(present), present.problem(), present.awaitingRestart());
    }

    private static ConfigurationState state(Policy present) {
        if (present.problem().isPresent()) {
            return ConfigurationState.BROKEN;
        }
        return present.enabled() ? ConfigurationState.VALID : ConfigurationState.DISABLED;
    }
}
