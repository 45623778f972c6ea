package build.offload.spi.frontend;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How the controller itself fares; what {@code /status} has no field for.
 *
 * @param controllerId the controller's lasting id; {@code epoch} grows with each start
 * @param ready whether changes can be committed now
 * @param journal why the audit journal cannot be written, and since when; absent while it can
 * @param lastReapedAt when what belonged to owners that are gone was last released without a failure
 * @param lastCleanedAt when what is over was last removed from this machine without a failure
 * @param configuration whether the configuration file is in order, and what of it waits for a restart
 * @param incidents what needs an operator's eye and is not yet over
 */
public record HealthView(
        String controllerId,
        long epoch,
        String version,
        boolean ready,
        Optional<Fault> journal,
        Optional<Instant> lastPassAt,
        Optional<Instant> lastReapedAt,
        Optional<Instant> lastCleanedAt,
        Configuration configuration,
        List<Incident> incidents) {

    /** What is wrong, and since when. */
    public record Fault(String reason, Instant since) {}

    /**
     * How the configuration file fares.
     *
     * @param problem file, line and reason of what is wrong; present exactly while it is broken, and nothing is dispatched
     * @param awaitingRestart the names of what it says otherwise than the controller was started with
     */
    public record Configuration(ConfigurationState state, Optional<String> problem, List<String> awaitingRestart) {
        public Configuration {
            awaitingRestart = List.copyOf(awaitingRestart);
        }
    }

    /** The three cases of a configuration. */
    public enum ConfigurationState {
        /** In order. */
        VALID,
        /** In order, and says that nothing is to be dispatched. */
        DISABLED,
        /** Not in order; nothing is dispatched. */
        BROKEN
    }

    /** An open incident. */
    public record Incident(String kind, String severity, String message, Instant since) {}
}
