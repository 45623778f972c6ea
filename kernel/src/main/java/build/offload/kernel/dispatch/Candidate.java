package build.offload.kernel.dispatch;

import build.offload.kernel.store.CapabilityRow;
import build.offload.kernel.store.CircuitRow;
import build.offload.kernel.store.ControlRow;
import build.offload.kernel.store.HostRow;
import build.offload.kernel.transition.Transition.PlaceTickets.Missing;
import build.offload.spi.model.HostLabels;
import build.offload.spi.model.HostMode;
import build.offload.spi.model.HostName;
import build.offload.spi.model.HostRole;
import build.offload.spi.model.HostState;
import build.offload.spi.model.MirrorId;
import build.offload.spi.model.ToolRequirement;
import build.offload.spi.probe.CapabilityProbe.Finding;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A host as dispatch sees it in one read. Immutable. */
public final class Candidate {

    private final HostRow host;
    private final ControlRow control;
    private final Map<String, Finding> findings;
    private final List<CircuitRow> circuits;
    private final int freeSlots;
    private final Set<MirrorId> laidOut;

    /** Create a candidate from what one read found. */
    public Candidate(
            HostRow host,
            ControlRow control,
            List<CapabilityRow> capabilities,
            List<CircuitRow> circuits,
            int slotsTaken) {
        this.host = host;
        this.control = control;
        this.findings = capabilities.stream()
                .filter(row -> row.holds(host))
                .map(CapabilityRow::finding)
                .collect(Collectors.toMap(Finding::command, Function.identity()));
        this.circuits = List.copyOf(circuits);
        this.freeSlots = Math.max(0, host.slots() - slotsTaken);
        this.laidOut = Set.of();
    }

    private Candidate(Candidate other, Set<MirrorId> laidOut) {
        this.host = other.host;
        this.control = other.control;
        this.findings = other.findings;
        this.circuits = other.circuits;
        this.freeSlots = other.freeSlots;
        this.laidOut = Set.copyOf(laidOut);
    }

    /** Return it with the checkouts that it laid out of late. */
    public Candidate having(Set<MirrorId> checkouts) {
        return new Candidate(this, checkouts);
    }

    /** Return whether it laid a checkout out of late, so that little has to travel there for the next build of it. */
    boolean has(MirrorId checkout) {
        return laidOut.contains(checkout);
    }

    /** Return the host's row. */
    public HostRow host() {
        return host;
    }

    /** Return the host's name. */
    public HostName name() {
        return host.name();
    }

    /** Return the slots nothing has taken yet. */
    public int freeSlots() {
        return freeSlots;
    }

    /** What decides which jobs a host could ever take. */
    record Abilities(boolean builder, boolean unknown, Map<String, Finding> findings, HostLabels labels) {}

    /** Return what decides which jobs it could ever take. */
    Abilities abilities() {
        return new Abilities(builder(), unknown(), findings, host.labels());
    }

    /** Return whether nothing was found out about it yet, and is about to be: it was enrolled just now, and answers. */
    boolean unknown() {
        return host.enrolling() && findings.isEmpty() && host.silentSince().isEmpty();
    }

    /** Return whether it builds for others at all; the workstation does so under a lease only. */
    public boolean builder() {
        return host.role() == HostRole.BUILDER;
    }

    /** Return why the host takes nothing at all at the moment; absent when it does. */
    public Optional<Blocker> closed(Instant now, DispatchPolicy policy) {
        if (!control.readable()) {
            return Optional.of(new Blocker(
                    "control-record-unreadable",
                    "its control record in the store cannot be read; remove the host and enrol it again"));
        }
        if (control.mode() == HostMode.DRAINING) {
            return Optional.of(new Blocker("host-draining", "the host is draining; 'offload restore' takes it back"));
        }
        if (host.state() != HostState.AVAILABLE) {
            return Optional.of(new Blocker(
                    "host-" + word(host.state()), host.reason().orElse("the host is " + word(host.state()))));
        }
        if (host.silentSince().isPresent()) {
            return Optional.of(new Blocker(
                    "host-silent",
                    "it has not answered since " + host.silentSince().get()));
        }
        Optional<Duration> silence = host.observedAt().map(seen -> Duration.between(seen, now));
        if (silence.isEmpty() || silence.get().compareTo(policy.staleAfter()) > 0) {
            return Optional.of(new Blocker(
                    "host-stale",
                    "its last answer is "
                            + silence.map(s -> s.toSeconds() + " s old").orElse("still to come")));
        }
        return Optional.empty();
    }

    /** Return what of a job's needs this host does not have, whatever its state. */
    public Optional<Blocker> unmet(Needs needs) {
        if (needs.excluded().contains(name())) {
            return Optional.of(new Blocker("host-excluded", "the submission excludes this host"));
        }
        Optional<Blocker> unlabelled = unlabelled(needs.labels());
        if (unlabelled.isPresent()) {
            return unlabelled;
        }
        for (ToolRequirement requirement : needs.tools()) {
            Optional<Blocker> missing = unmet(requirement);
            if (missing.isPresent()) {
                return missing;
            }
        }
        return Optional.ofNullable(findings.get(needs.program()))
                .filter(finding -> !finding.ok())
                .map(finding -> missing(needs.program(), finding.detail()));
    }

    private Optional<Blocker> unlabelled(Map<String, String> labels) {
        Map<String, String> own = host.labels().values();
        return labels.entrySet().stream()
                .filter(label -> !label.getValue().equals(own.get(label.getKey())))
                .findFirst()
                .map(label ->
                        new Blocker("label-missing", "it is not labelled " + label.getKey() + "=" + label.getValue()));
    }

    private Optional<Blocker> unmet(ToolRequirement requirement) {
        Finding finding = findings.get(requirement.tool());
        if (finding == null) {
            return Optional.of(missing(requirement.tool(), Optional.of("no probe looks for it; a plugin can")));
        }
        if (!finding.ok()) {
            return Optional.of(missing(requirement.tool(), finding.detail()));
        }
        String version = finding.version().orElse("");
        if (requirement.versions().contains(version)) {
            return Optional.empty();
        }
        return Optional.of(new Blocker(
                "capability-missing",
                "it has " + requirement.tool() + " " + version + ", the job needs " + requirement));
    }

    private static Blocker missing(String tool, Optional<String> detail) {
        return new Blocker(
                "capability-missing",
                "it has no " + tool + detail.map(d -> " (" + d + ")").orElse(""));
    }

    /** Return its circuits that are not closed. */
    Stream<CircuitRow> circuits() {
        return circuits.stream();
    }

    /** Return the circuit that keeps a command class off this host. */
    public Optional<Blocker> quarantined(String commandClass) {
        return circuits.stream()
                .filter(circuit -> circuit.command().equals(commandClass))
                .findFirst()
                .map(circuit -> new Blocker(
                        "circuit-open", "'" + commandClass + "' is quarantined there: " + circuit.reason()));
    }

    /** Return whether it is known to be busier than it should be. */
    public boolean overloaded(Instant now, DispatchPolicy policy) {
        boolean known = closed(now, policy).isEmpty()
                && host.load1().isPresent()
                && host.cores().isPresent();
        return known && (freeSlots == 0 || load() > policy.overloadFactor());
    }

    /** Return load1 per core; what is not known counts as idle, so that it neither attracts nor repels. */
    double load() {
        return host.load1().orElse(0) / Math.max(1, host.cores().orElse(1));
    }

    /** Return the load in quarters of a core: what differs by less does not tell one host from another. */
    long loadStep() {
        return Math.round(load() * 4);
    }

    private static String word(HostState state) {
        return switch (state) {
            case AVAILABLE -> "available";
            case DRAINING -> "draining";
            case MAINTENANCE -> "maintenance";
            case RESTORING -> "restoring";
            case DEGRADED -> "degraded";
        };
    }

    /** Why a host does not take a job: a code and a sentence. */
    public record Blocker(String code, String message) {

        /** Return it as what no host has. */
        Missing missing() {
            return new Missing(code, message);
        }
    }
}
