package build.offload.plugin.probe.toolchains.offender;

/** Breaks a rule on purpose, to show that the rule bites. */
public record Neighbour() {}
