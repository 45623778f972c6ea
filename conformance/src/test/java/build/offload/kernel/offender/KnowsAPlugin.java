package build.offload.kernel.offender;

import build.offload.plugin.offender.OpensADatabase;

/** Breaks a rule on purpose, to show that the rule bites. */
public record KnowsAPlugin(OpensADatabase plugin) {}
