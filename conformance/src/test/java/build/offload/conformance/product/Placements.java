package build.offload.conformance.product;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.distribution.client.Json;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Where and in which order jobs were placed, by the events alone. */
final class Placements {

    private final List<Json> events;

    private Placements(List<Json> events) {
        this.events = events;
    }

    static Placements of(List<Json> events) {
        return new Placements(events);
    }

    /**
     * Require that of waiting jobs of a kind the one that was queued first was placed first, and that nothing was placed on a
     * host between its drain and its return.
     *
     * @param kinds of what kind each job is; jobs of one kind need the same
     */
    void check(Map<String, ?> kinds) {
        Map<String, Integer> queued = new TreeMap<>();
        Set<String> waiting = new HashSet<>();
        Set<String> draining = new HashSet<>();
        for (Json event : events) {
            String job = event.text("job", "");
            String host = event.text("host", "");
            switch (event.text("type", "")) {
                case "job-submitted" -> {
                    queued.put(job, queued.size());
                    waiting.add(job);
                }
                case "job-requeued" -> waiting.add(job);
                case "host-control" -> {
                    if (event.at("data").text("mode", "").equals("draining")) {
                        draining.add(host);
                    } else {
                        draining.remove(host);
                    }
                }
                case "job-placed" -> {
                    waiting.remove(job);
                    assertThat(draining)
                            .as("draining when " + job + " was placed")
                            .doesNotContain(host);
                    assertThat(waiting)
                            .as("waiting when " + job + " was placed on " + host)
                            .noneMatch(other ->
                                    kinds.get(other).equals(kinds.get(job)) && queued.get(other) < queued.get(job));
                }
                default -> {}
            }
        }
        assertThat(waiting).as("submitted and never placed").isEmpty();
    }
}
