package build.offload.kernel.shelf;

/** Breaks a rule on purpose, to show that the rule bites. */
public record LivesNowhere() {}
