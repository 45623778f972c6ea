package build.offload.kernel.offender;

import java.sql.Connection;

/** Breaks a rule on purpose, to show that the rule bites. */
public record SpeaksSql(Connection connection) {}
