package build.offload.kernel.metric.offender;

/** Breaks a rule on purpose, to show that the rule bites. */
public record Above() {}
