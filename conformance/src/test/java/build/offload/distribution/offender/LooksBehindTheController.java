package build.offload.distribution.offender;

import build.offload.kernel.offender.AsksTheClock;

/** Breaks a rule on purpose, to show that the rule bites. */
public record LooksBehindTheController(AsksTheClock inside) {}
