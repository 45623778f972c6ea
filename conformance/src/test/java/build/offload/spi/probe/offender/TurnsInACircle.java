package build.offload.spi.probe.offender;

import build.offload.spi.model.offender.OtherHalf;

/** Breaks a rule on purpose, to show that the rule bites. */
public record TurnsInACircle(OtherHalf half) {}
