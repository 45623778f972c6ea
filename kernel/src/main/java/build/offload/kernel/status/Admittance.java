package build.offload.kernel.status;

import build.offload.kernel.dispatch.Admission;
import build.offload.kernel.dispatch.Candidate.Blocker;
import build.offload.spi.model.HostState;
import java.util.Locale;
import java.util.Optional;

/** Whether the cluster as a whole gives jobs to hosts, and why not. */
final class Admittance {

    private Admittance() {}

    /** Return why nothing is dispatched, whatever the hosts are like; absent when that is not so. */
    static Optional<Blocker> closed(ClusterReading reading) {
        ControllerCondition condition = reading.condition();
        if (condition.journal().isPresent()) {
            return blocker("audit-write-failed", condition.journal().get().reason());
        }
        if (condition.configurationProblem().isPresent()) {
            return blocker("config-invalid", condition.configurationProblem().get());
        }
        if (!condition.settings().policy().enabled()) {
            return blocker("disabled", "the configuration says enabled = false");
        }
        return Admission.open(reading.desired()) ? Optional.empty() : unwanted(reading.desired());
    }

    private static Optional<Blocker> unwanted(HostState desired) {
        String word = desired.name().toLowerCase(Locale.ROOT);
        return blocker("desired-" + word, "the cluster's desired mode is " + word);
    }

    /** Return why nothing is dispatched, the state of the hosts included. */
    static Optional<Blocker> paused(ClusterReading reading) {
        return closed(reading).or(() -> noHost(reading));
    }

    private static Optional<Blocker> noHost(ClusterReading reading) {
        if (reading.fleet().builders().isEmpty()) {
            return blocker("no-builders", "no builder is enrolled");
        }
        return reading.fleet().admits()
                ? Optional.empty()
                : blocker("no-builder-admits", "every builder is out of admission");
    }

    private static Optional<Blocker> blocker(String code, String message) {
        return Optional.of(new Blocker(code, message));
    }
}
