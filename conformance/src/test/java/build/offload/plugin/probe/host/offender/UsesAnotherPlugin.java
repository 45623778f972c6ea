package build.offload.plugin.probe.host.offender;

import build.offload.plugin.probe.toolchains.offender.Neighbour;

/** Breaks a rule on purpose, to show that the rule bites. */
public record UsesAnotherPlugin(Neighbour neighbour) {}
