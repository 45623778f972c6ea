package build.offload.kernel.dispatch;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.ConfigurationRead;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.spi.frontend.Controller.Refusal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Takes a configuration up. A broken one is one open incident, however often it is read and whatever is wrong with it; one
 * that is in order closes it.
 */
public record ConfigurationStep(ConfigurationRead read) implements Step {

    /** The kind of the incident that is open while the configuration is broken. */
    public static final String INCIDENT = "config-invalid";

    /** The code by which one is refused that is in force already. */
    public static final String KNOWN = "known-configuration";

    private static final String DIGEST = "digest";

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        boolean known = tx.events()
                .latestOf("config")
                .filter(event -> read.digest().equals(event.data().get(DIGEST)))
                .isPresent();
        return known ? Optional.of(Refusal.of(KNOWN, "this configuration is the one in force")) : Optional.empty();
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        if (read.problem().isPresent()) {
            tx.incidents().open(INCIDENT, "", "act", read.problem().get(), facts.now());
        } else {
            tx.incidents().close(INCIDENT, "", facts.now());
        }
        Map<String, Object> data = new LinkedHashMap<>();
        data.put(DIGEST, read.digest());
        read.problem().ifPresent(problem -> data.put("problem", problem));
        NewEvent event = NewEvent.of("configuration-read", "config", reason()).data(data);
        return new Effect(Map.of("changed", true, "configuration", reason()), true, List.of(event));
    }

    private String reason() {
        if (read.problem().isPresent()) {
            return INCIDENT;
        }
        return read.enabled() ? "valid" : "disabled";
    }
}
