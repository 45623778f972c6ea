package build.offload.kernel.reconcile;

import build.offload.kernel.plugin.CallResult;
import build.offload.kernel.plugin.PluginGuard;
import build.offload.kernel.reconcile.Connections.Reached;
import build.offload.kernel.store.HostRow;
import build.offload.kernel.store.ProvedIdentity;
import build.offload.kernel.transition.Transition;
import build.offload.kernel.transition.Transition.HostObserved;
import build.offload.kernel.transition.Transition.HostSilent;
import build.offload.kernel.world.MonotonicClock;
import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.HostIdentity;
import build.offload.spi.executor.HostShell.ShellRequest;
import build.offload.spi.executor.HostShell.ShellResult;
import build.offload.spi.model.HostGate;
import build.offload.spi.model.HostName;
import build.offload.spi.probe.CapabilityProbe;
import build.offload.spi.probe.CapabilityProbe.Finding;
import build.offload.spi.probe.CapabilityProbe.HostLoad;
import build.offload.spi.probe.CapabilityProbe.ProbeReport;
import build.offload.spi.probe.CapabilityProbe.ProbeRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Looks at a host: who it is, whether a round trip through the executor works, what every probe finds, and from all that
 * whether one of its four gates is red. No host can declare a CI runner yet, so the runner gate is green.
 */
final class HostLook {

    private static final String ROUND_TRIP = "offload round trip";

    /** For how many looks a probe may fail before what it last said counts no more. */
    private static final int LOOKS_KEPT = 3;

    private final PluginGuard guard;
    private final List<CapabilityProbe> probes;
    private final StagingCheck staging;
    private final MonotonicClock clock;
    private final LoopSettings settings;
    private final Map<Source, Kept> kept = new ConcurrentHashMap<>();

    HostLook(
            PluginGuard guard,
            List<CapabilityProbe> probes,
            StagingCheck staging,
            MonotonicClock clock,
            LoopSettings settings) {
        this.clock = clock;
        this.guard = guard;
        this.probes = List.copyOf(probes);
        this.staging = staging;
        this.settings = settings;
    }

    /** Whether this machine can take what hosts send back. */
    interface StagingCheck {
        /** Return what stands in the way, after really writing; empty when nothing does. */
        Optional<String> problem();
    }

    /** Who said something about which host. */
    private record Source(HostName host, String probe) {}

    /** What a probe last said, of whom, and when. */
    private record Kept(ProbeReport report, ProvedIdentity of, long at) {}

    /** What one look has gathered so far. */
    private static final class Gathered {
        private final List<Finding> findings = new ArrayList<>();
        private final SeenGates gates = new SeenGates();
        private Optional<HostLoad> load = Optional.empty();

        private void report(ProbeReport report) {
            findings.addAll(report.findings());
            load = report.load().isPresent() ? report.load() : load;
            report.findings().stream().filter(Finding::required).forEach(gates::required);
        }
    }

    /** Forget what was found on other hosts. */
    void keepOnly(Set<HostName> enrolled) {
        kept.keySet().removeIf(source -> !enrolled.contains(source.host()));
    }

    /** Look at a host whose control record is at the given version. */
    Transition take(HostRow host, long controlVersion, Reached reached) {
        return switch (guard.call(
                reached.executor(),
                "identify",
                settings.callLimit(),
                () -> reached.host().identify())) {
            case CallResult.Returned<HostIdentity>(HostIdentity who) -> observed(host, controlVersion, reached, who);
            case CallResult.Threw<HostIdentity> threw -> new HostSilent(host.name(), threw.message());
            case CallResult.Late<HostIdentity> late ->
                new HostSilent(
                        host.name(),
                        "it did not say who it is within " + late.limit().toSeconds() + " s");
        };
    }

    private Transition observed(HostRow host, long controlVersion, Reached reached, HostIdentity who) {
        CallResult<ShellResult> roundTrip = roundTrip(reached);
        if (roundTrip instanceof CallResult.Threw<ShellResult> threw && outOfReach(threw)) {
            return new HostSilent(host.name(), threw.message());
        }
        Gathered gathered = new Gathered();
        if (!who.machineId().equals(host.identity().machineId())) {
            gathered.gates.red(
                    HostGate.OFFLOAD, "another machine answers at its address; remove the host and enrol it again");
        }
        problem(roundTrip)
                .ifPresentOrElse(
                        problem -> gathered.gates.red(HostGate.OFFLOAD, problem),
                        () -> gathered.gates.green(HostGate.OFFLOAD, "what was sent came back as it was"));
        staging.problem()
                .ifPresentOrElse(
                        problem -> gathered.gates.red(HostGate.STORAGE, problem),
                        () -> gathered.gates.green(HostGate.STORAGE, "staging was written"));
        ProbeRequest request = new ProbeRequest(host.name(), reached.host(), who.workspaceRoot(), settings.callLimit());
        probes.forEach(probe -> ask(probe, request, ProvedIdentity.seen(host.target(), who), gathered));
        return new HostObserved(
                host.target(), controlVersion, who, gathered.findings, gathered.load, gathered.gates.rows());
    }

    private void ask(CapabilityProbe probe, ProbeRequest request, ProvedIdentity of, Gathered gathered) {
        Source source = new Source(request.host(), probe.name());
        switch (guard.call(probe, "probe of " + request.host(), settings.callLimit(), () -> probe.probe(request))) {
            case CallResult.Returned<ProbeReport>(ProbeReport report) -> {
                kept.put(source, new Kept(report, of, clock.nanos()));
                gathered.report(report);
            }
            case CallResult.Threw<ProbeReport> threw -> unanswered(source, of, threw.message(), gathered);
            case CallResult.Late<ProbeReport> late ->
                unanswered(source, of, "it took longer than " + late.limit().toSeconds() + " s", gathered);
        }
    }

    /** A probe that fails has found nothing out; what it last said of this machine in this boot holds until that is stale. */
    private void unanswered(Source source, ProvedIdentity of, String problem, Gathered gathered) {
        long holds = settings.lookEvery().multipliedBy(LOOKS_KEPT).toNanos();
        Optional<Kept> last = Optional.ofNullable(kept.get(source))
                .filter(said -> said.of().equals(of) && clock.nanos() - said.at() < holds);
        last.ifPresentOrElse(
                said -> gathered.report(said.report()),
                () -> gathered.gates.red(HostGate.CAPABILITY, "probe " + source.probe() + ": " + problem));
    }

    private CallResult<ShellResult> roundTrip(Reached reached) {
        ShellRequest echo = new ShellRequest(List.of("cat"), ROUND_TRIP, settings.callLimit());
        return guard.call(
                reached.executor(),
                "round trip",
                settings.callLimit(),
                () -> reached.host().run(echo));
    }

    /** A connection that broke says nothing of what the host can do. */
    private static boolean outOfReach(CallResult.Threw<ShellResult> threw) {
        return threw.typed()
                .filter(typed -> typed.kind() == ExecutorException.Kind.CONNECTION_LOST
                        || typed.kind() == ExecutorException.Kind.UNREACHABLE)
                .isPresent();
    }

    private static Optional<String> problem(CallResult<ShellResult> roundTrip) {
        return switch (roundTrip) {
            case CallResult.Returned<ShellResult>(ShellResult back) ->
                back.exitCode() == 0 && back.stdout().equals(ROUND_TRIP)
                        ? Optional.empty()
                        : Optional.of("what was sent did not come back as it was");
            case CallResult.Threw<ShellResult> threw -> Optional.of(threw.message());
            case CallResult.Late<ShellResult> _ -> Optional.of("a round trip took too long");
        };
    }
}
