package build.offload.spi.offender;

import com.tngtech.archunit.core.domain.JavaClass;

/** Breaks a rule on purpose, to show that the rule bites. */
public record ShowsAForeignType(JavaClass type) {}
