package build.offload.kernel.status;

import build.offload.kernel.dispatch.DispatchPolicy;

/**
 * What the status goes by.
 *
 * @param policy the policy dispatch itself goes by, so that both say the same
 * @param sloSeconds how long a job should wait at most; shown, not enforced
 */
public record StatusSettings(DispatchPolicy policy, double sloSeconds) {}
