package build.offload.kernel.dispatch.offender;

import build.offload.kernel.fleet.offender.OtherHalf;

/** Breaks a rule on purpose, to show that the rule bites. */
public record TurnsInACircle(OtherHalf half) {}
