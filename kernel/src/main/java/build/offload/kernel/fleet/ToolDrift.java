package build.offload.kernel.fleet;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.store.CapabilityRow;
import build.offload.kernel.store.DriftRow;
import build.offload.kernel.store.HostRow;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Transition.HostObserved;
import build.offload.spi.model.HostName;
import build.offload.spi.probe.CapabilityProbe.Finding;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Tools that come, go or change their version under a host while it goes on running: somebody's hand, and nobody's declared
 * wish. It is one open incident for each host, until the tools are what they were, an operator accepts what they are, or the
 * host is proved anew.
 *
 * <p>Only what has a version is a tool. What a look says nothing about has not changed: a probe that was added or taken away
 * is no drift.
 */
final class ToolDrift {

    /** The kind of the incident and the type of the events. */
    static final String INCIDENT = "manual-drift";

    private static final String OVER = "manual-drift-over";

    private ToolDrift() {}

    /** Compare a look with the last one, which is still in the store, and return the events of what it means. */
    static List<NewEvent> seen(WriteTransaction tx, HostRow host, HostObserved look, Instant now) {
        if (provesAnew(host, look)) {
            return over(tx, host.name(), "proved-anew", now);
        }
        boolean any = false;
        Map<String, Finding> before = tx.fleet().capabilities(host.name()).stream()
                .map(CapabilityRow::finding)
                .collect(Collectors.toMap(Finding::command, finding -> finding));
        for (Finding after : look.findings()) {
            Optional<Finding> last = Optional.ofNullable(before.get(after.command()));
            if (last.isPresent() && !version(last.get()).equals(version(after))) {
                note(tx, host.name(), last.get(), after, now);
                any = true;
            }
        }
        return any ? told(tx, host.name(), now) : List.of();
    }

    /** What was found on another machine or before a boot, or never, was not found on this one. */
    private static boolean provesAnew(HostRow host, HostObserved look) {
        return host.enrolling()
                || !host.identity().machineId().equals(look.identity().machineId())
                || !host.identity().bootId().equals(look.identity().bootId());
    }

    private static Optional<String> version(Finding finding) {
        return finding.version().filter(_ -> finding.ok());
    }

    private static void note(WriteTransaction tx, HostName host, Finding last, Finding after, Instant now) {
        Optional<DriftRow> known = tx.fleet().drifts(host).stream()
                .filter(drift -> drift.command().equals(after.command()))
                .findFirst();
        Optional<String> proved = known.isPresent() ? known.get().before() : version(last);
        if (proved.equals(version(after))) {
            tx.fleet().clearDrift(host, after.command());
        } else {
            tx.fleet().setDrift(new DriftRow(host, after.command(), proved, version(after), now));
        }
    }

    private static List<NewEvent> told(WriteTransaction tx, HostName host, Instant now) {
        List<DriftRow> drifts = tx.fleet().drifts(host);
        if (drifts.isEmpty()) {
            return over(tx, host, "as-before", now);
        }
        tx.incidents()
                .open(
                        INCIDENT,
                        host.value(),
                        "act",
                        "tools of '" + host + "' changed while it went on running: "
                                + drifts.stream().map(ToolDrift::words).collect(Collectors.joining(", "))
                                + "; undo that, or accept it: offload hosts edit " + host + " --accept-drift",
                        now);
        return List.of(NewEvent.of(INCIDENT, "host", "tools-changed")
                .host(host.value())
                .data(Map.of("tools", drifts.stream().map(ToolDrift::data).toList())));
    }

    /** Close what is open about a host, for a reason, and return the event of that. */
    static List<NewEvent> over(WriteTransaction tx, HostName host, String reason, Instant now) {
        tx.fleet().clearDrifts(host);
        return tx.incidents().close(INCIDENT, host.value(), now)
                ? List.of(NewEvent.of(OVER, "host", reason).host(host.value()))
                : List.of();
    }

    private static String words(DriftRow drift) {
        return drift.command() + " "
                + drift.before().map(was -> "was " + was).orElse("was not there") + " and is "
                + drift.after().orElse("gone");
    }

    private static Map<String, Object> data(DriftRow drift) {
        Map<String, Object> data = new TreeMap<>();
        data.put("command", drift.command());
        data.put("before", drift.before());
        data.put("after", drift.after());
        return data;
    }
}
