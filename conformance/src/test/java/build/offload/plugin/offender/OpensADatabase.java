package build.offload.plugin.offender;

import java.sql.Connection;

/** Breaks a rule on purpose, to show that the rule bites. */
public record OpensADatabase(Connection connection) {}
