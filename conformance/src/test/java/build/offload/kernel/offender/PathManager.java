package build.offload.kernel.offender;

/** Breaks a rule on purpose, to show that the rule bites. */
public final class PathManager {}
