package build.offload.kernel.simulation;

import build.offload.kernel.store.HostRow;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.spi.frontend.EventView;
import build.offload.spi.model.HostMode;
import build.offload.spi.model.HostName;
import build.offload.spi.model.HostState;
import build.offload.spi.model.JobId;
import build.offload.spi.model.ToolRequirement;
import build.offload.spi.probe.CapabilityProbe.Finding;
import java.util.List;
import java.util.Optional;

/** Looks, right after a placement, whether the host is open and has what the job needs, as far as is known of it. */
final class PlacementCheck {

    private PlacementCheck() {}

    /**
     * Return what keeps the job of a placement off its host. That it drains, is full, or is the laptop are rules of their own.
     */
    static Optional<String> wrong(ReadTransaction tx, EventView placement) {
        HostName name = new HostName(placement.host());
        HostRow host = tx.fleet().host(name).orElseThrow();
        if (tx.fleet().control(name).mode() == HostMode.DRAINING) {
            return Optional.empty();
        }
        if (host.state() != HostState.AVAILABLE || host.silentSince().isPresent()) {
            return Optional.of("it is " + host.state() + ", silent since " + host.silentSince());
        }
        HostState mode = tx.cluster().desired();
        if (mode == HostState.DRAINING || mode == HostState.MAINTENANCE) {
            return Optional.of("the cluster is closed");
        }
        return unmet(tx, name, tx.jobs().job(new JobId(placement.job())).orElseThrow());
    }

    /** Return what of a job's needs a host does not have, as far as is known of it. */
    static Optional<String> unmet(ReadTransaction tx, HostName host, JobRow job) {
        var build = job.submitted().build();
        if (build.placement().excludedHosts().contains(host)) {
            return Optional.of("the job excludes it");
        }
        if (tx.fleet().circuit(host, build.commandClass()).isPresent()) {
            return Optional.of(build.commandClass() + " is quarantined there");
        }
        List<Finding> findings =
                tx.fleet().capabilities(host).stream().map(row -> row.finding()).toList();
        boolean lacking = findings.stream()
                .anyMatch(finding -> finding.command().equals(build.argv().getFirst()) && !finding.ok());
        boolean met = build.requirements().stream()
                .allMatch(needed -> findings.stream().anyMatch(finding -> meets(finding, needed)));
        return met && !lacking ? Optional.empty() : Optional.of("it lacks something of " + build.requirements());
    }

    private static boolean meets(Finding finding, ToolRequirement needed) {
        return finding.ok()
                && finding.command().equals(needed.tool())
                && needed.versions().contains(finding.version().orElse(""));
    }
}
