package build.offload.kernel.store;

import build.offload.kernel.json.Json;
import build.offload.spi.executor.HostIdentity;
import build.offload.spi.model.HostName;
import build.offload.spi.model.HostState;
import build.offload.spi.model.MirrorId;
import build.offload.spi.probe.CapabilityProbe.Finding;
import build.offload.spi.probe.CapabilityProbe.HostLoad;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Changes what the store knows of hosts; only inside a transition. */
public final class FleetRows extends FleetReads {

    /** Create rows over the statements of one transaction. */
    public FleetRows(Sql sql) {
        super(sql);
    }

    /** Take in a host. */
    public void insert(HostRow host, Instant now, String controllerId, long controllerEpoch) {
        sql.update(
                "INSERT INTO host (name, role, state, reason, executor, address, host_key, identity_file, workspace_root,"
                        + " slots, is_primary, enrolling, machine_id, boot_id, runner, enrolled_at, labels,"
                        + " controller_id, controller_epoch) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                host.name().value(),
                host.role(),
                host.state(),
                host.reason(),
                host.executor(),
                host.target().address().map(Object::toString),
                host.target().key().map(Object::toString),
                host.target().identityFile(),
                host.identity().workspaceRoot(),
                host.slots(),
                host.primary(),
                host.enrolling(),
                host.identity().machineId(),
                host.identity().bootId(),
                host.identity().runner(),
                now,
                Json.text(host.labels().values()),
                controllerId,
                controllerEpoch);
    }

    /** Forget a host and everything known of it but its control history, whose version protects against late requests. */
    public void delete(HostName host) {
        sql.update("DELETE FROM host WHERE name = ?", host.value());
        sql.update("DELETE FROM capability WHERE host = ?", host.value());
        sql.update("DELETE FROM circuit WHERE host = ?", host.value());
        sql.update("DELETE FROM launch_failure WHERE host = ?", host.value());
        sql.update("DELETE FROM tool_drift WHERE host = ?", host.value());
        sql.update("DELETE FROM laid_out WHERE host = ?", host.value());
        sql.update("DELETE FROM workspace WHERE host = ?", host.value());
    }

    /**
     * Write down that a host laid a checkout out, and forget those that it laid out before a moment.
     *
     * @param until the moment
     */
    public void laidOut(HostName host, MirrorId mirror, Instant now, Instant until) {
        sql.update("DELETE FROM laid_out WHERE host = ? AND at < ?", host.value(), until);
        sql.update(
                "INSERT INTO laid_out (host, mirror, at) VALUES (?, ?, ?)"
                        + " ON CONFLICT (host, mirror) DO UPDATE SET at = excluded.at",
                host.value(),
                mirror.value(),
                now);
    }

    /** Write down how a host is used and reached from now on. */
    public void edit(HostRow host) {
        sql.update(
                "UPDATE host SET slots = ?, is_primary = ?, labels = ?, address = ?, host_key = ?, identity_file = ?"
                        + " WHERE name = ?",
                host.slots(),
                host.primary(),
                Json.text(host.labels().values()),
                host.target().address().map(Object::toString),
                host.target().key().map(Object::toString),
                host.target().identityFile(),
                host.name().value());
    }

    /** Forget what a host was found to have: it has to show itself again, as one that was just enrolled. */
    public void unproved(HostName host) {
        sql.update("UPDATE host SET enrolling = 1 WHERE name = ?", host.value());
        sql.update("DELETE FROM capability WHERE host = ?", host.value());
    }

    /** Write down that a tool is not what it was proved to be; what it was stays. */
    public void setDrift(DriftRow drift) {
        sql.update(
                "INSERT INTO tool_drift (host, command, version_before, version_after, found_at) VALUES (?, ?, ?, ?, ?)"
                        + " ON CONFLICT (host, command) DO UPDATE SET version_after = excluded.version_after,"
                        + " found_at = excluded.found_at",
                drift.host().value(),
                drift.command(),
                drift.before(),
                drift.after(),
                drift.foundAt());
    }

    /** Forget that a tool was another. */
    public void clearDrift(HostName host, String command) {
        sql.update("DELETE FROM tool_drift WHERE host = ? AND command = ?", host.value(), command);
    }

    /** Forget that tools of a host were others. */
    public void clearDrifts(HostName host) {
        sql.update("DELETE FROM tool_drift WHERE host = ?", host.value());
    }

    /** Set a host's state and the reason shown with it. */
    public void setState(HostName host, HostState state, Optional<String> reason) {
        sql.update("UPDATE host SET state = ?, reason = ? WHERE name = ?", state, reason, host.value());
    }

    /** Record that a host answered, and what was seen at its gates. */
    public void answered(
            HostName host, HostIdentity identity, Optional<HostLoad> load, List<GateRow> gates, Instant now) {
        sql.update(
                "UPDATE host SET boot_id = ?, runner = ?, load1 = ?, cores = ?, observed_at = ?, silent_since = NULL,"
                        + " gates = ? WHERE name = ?",
                identity.bootId(),
                identity.runner(),
                load.map(HostLoad::load1),
                load.map(HostLoad::cores),
                now,
                Json.text(gates.stream()
                        .map(gate ->
                                Map.of("gate", gate.gate().name(), "green", gate.green(), "evidence", gate.evidence()))
                        .toList()),
                host.value());
    }

    /** Record that a host passed its first green look. */
    public void enrolled(HostName host) {
        sql.update("UPDATE host SET enrolling = 0 WHERE name = ?", host.value());
    }

    /** Record that a host did not answer; the first such moment stays. */
    public void silent(HostName host, Instant now) {
        sql.update("UPDATE host SET silent_since = COALESCE(silent_since, ?) WHERE name = ?", now, host.value());
    }

    /** Set a host's control record. */
    public void setControl(HostName host, ControlRow control, Instant now) {
        sql.update(
                "INSERT INTO host_control (host, mode, version, request_version, updated_at, decided_by)"
                        + " VALUES (?, ?, ?, ?, ?, ?)"
                        + " ON CONFLICT (host) DO UPDATE SET mode = excluded.mode, version = excluded.version,"
                        + " request_version = excluded.request_version, updated_at = excluded.updated_at,"
                        + " decided_by = excluded.decided_by",
                host.value(),
                control.mode(),
                control.version(),
                control.requestVersion(),
                control.updatedAt().orElse(now),
                control.decidedBy());
    }

    /** Replace the finding about one capability of a host. */
    public void setCapability(HostName host, Finding finding, ProvedIdentity of, Instant now) {
        sql.update(
                "INSERT INTO capability (host, command, ok, required, version, detail, checked_at, machine_id, boot_id,"
                        + " host_key) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (host, command) DO UPDATE SET ok = excluded.ok,"
                        + " required = excluded.required, version = excluded.version, detail = excluded.detail,"
                        + " checked_at = excluded.checked_at, machine_id = excluded.machine_id, boot_id = excluded.boot_id,"
                        + " host_key = excluded.host_key",
                host.value(),
                finding.command(),
                finding.ok(),
                finding.required(),
                finding.version(),
                finding.detail(),
                now,
                of.machineId(),
                of.bootId(),
                of.hostKey());
    }

    /** Forget findings about a host that its latest look no longer reports. */
    public void forgetCapabilitiesBefore(HostName host, Instant now) {
        sql.update("DELETE FROM capability WHERE host = ? AND checked_at < ?", host.value(), now);
    }

    /** Open a circuit, or change one that is open; the moment of opening stays. */
    public void setCircuit(CircuitRow circuit) {
        sql.update(
                "INSERT INTO circuit (host, command, state, reason, opened_at) VALUES (?, ?, ?, ?, ?)"
                        + " ON CONFLICT (host, command) DO UPDATE SET state = excluded.state, reason = excluded.reason",
                circuit.host().value(),
                circuit.command(),
                circuit.state(),
                circuit.reason(),
                circuit.openedAt());
    }

    /** Close a circuit. */
    public void closeCircuit(HostName host, String command) {
        sql.update("DELETE FROM circuit WHERE host = ? AND command = ?", host.value(), command);
    }

    /** Count a launch that ended with 126 or 127. */
    public void countLaunchFailure(HostName host, String command, int code) {
        sql.update(
                "INSERT INTO launch_failure (host, command, code, in_row, total) VALUES (?, ?, ?, 1, 1)"
                        + " ON CONFLICT (host, command, code) DO UPDATE SET in_row = launch_failure.in_row + 1,"
                        + " total = launch_failure.total + 1",
                host.value(),
                command,
                code);
    }

    /** Begin to count failures in a row anew. */
    public void clearLaunchFailuresInRow(HostName host, String command) {
        sql.update(
                "UPDATE launch_failure SET in_row = 0 WHERE host = ? AND command = ? AND in_row > 0",
                host.value(),
                command);
    }
}
