package build.offload.kernel.redact.offender;

import build.offload.kernel.metric.offender.Above;

/** Breaks a rule on purpose, to show that the rule bites. */
public record LooksUpward(Above above) {}
