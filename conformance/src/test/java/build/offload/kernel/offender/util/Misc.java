package build.offload.kernel.offender.util;

/** Breaks a rule on purpose, to show that the rule bites. */
public final class Misc {}
