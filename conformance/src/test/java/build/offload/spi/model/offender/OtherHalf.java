package build.offload.spi.model.offender;

import build.offload.spi.probe.offender.TurnsInACircle;

/** Breaks a rule on purpose, to show that the rule bites. */
public record OtherHalf(TurnsInACircle half) {}
