package build.offload.kernel.fleet.offender;

import build.offload.kernel.dispatch.offender.TurnsInACircle;

/** Breaks a rule on purpose, to show that the rule bites. */
public record OtherHalf(TurnsInACircle half) {}
