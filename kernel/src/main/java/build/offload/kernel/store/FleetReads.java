package build.offload.kernel.store;

import build.offload.kernel.json.Json;
import build.offload.spi.executor.HostIdentity;
import build.offload.spi.executor.HostKey;
import build.offload.spi.executor.HostTarget;
import build.offload.spi.model.HostAddress;
import build.offload.spi.model.HostGate;
import build.offload.spi.model.HostLabels;
import build.offload.spi.model.HostMode;
import build.offload.spi.model.HostName;
import build.offload.spi.model.HostRole;
import build.offload.spi.model.HostState;
import build.offload.spi.model.MirrorId;
import build.offload.spi.probe.CapabilityProbe.Finding;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Reads what the store knows of hosts. */
public class FleetReads {

    private static final String HOST = "SELECT name, role, state, reason, executor, address, host_key, identity_file,"
            + " workspace_root, slots, is_primary, enrolling, machine_id, boot_id, runner, load1, cores, observed_at,"
            + " silent_since, labels FROM host";

    private static final String CAPABILITY =
            "SELECT host, command, ok, required, version, detail, checked_at, machine_id, boot_id, host_key FROM capability";

    private static final String CIRCUIT = "SELECT host, command, state, reason, opened_at FROM circuit";

    private static final String DRIFT = "SELECT host, command, version_before, version_after, found_at FROM tool_drift";

    /** How statements reach the database. */
    protected final Sql sql;

    /** Create reads over the statements of one transaction. */
    public FleetReads(Sql sql) {
        this.sql = sql;
    }

    /** Return every host, by name. */
    public List<HostRow> hosts() {
        return sql.readable(HOST + " ORDER BY name", FleetReads::hostRow);
    }

    /** Return when each host last answered, by name; one that never did is missing. */
    public Map<String, Instant> observedAt() {
        Map<String, Instant> found = new TreeMap<>();
        sql.list(
                "SELECT name, observed_at FROM host WHERE observed_at IS NOT NULL",
                row -> found.put(row.text("name"), row.instant("observed_at")) == null);
        return found;
    }

    /** Return one host, unless its row cannot be read. */
    public Optional<HostRow> readable(HostName name) {
        return sql.readable(HOST + " WHERE name = ?", FleetReads::hostRow, name.value()).stream()
                .findFirst();
    }

    /** Return one host. */
    public Optional<HostRow> host(HostName name) {
        return sql.one(HOST + " WHERE name = ?", FleetReads::hostRow, name.value());
    }

    /** Return the control record of a host; {@link ControlRow#UNTOUCHED} when it never was drained or restored. */
    public ControlRow control(HostName host) {
        return sql.one(
                        "SELECT mode, version, request_version, updated_at, decided_by FROM host_control WHERE host = ?",
                        FleetReads::controlRow,
                        host.value())
                .orElse(ControlRow.UNTOUCHED);
    }

    /** Return the control records there are, by host name. */
    public Map<String, ControlRow> controls() {
        Map<String, ControlRow> found = new TreeMap<>();
        sql.list(
                "SELECT mode, version, request_version, updated_at, decided_by, host FROM host_control",
                row -> found.put(row.text("host"), controlRow(row)) == null);
        return found;
    }

    /** Return what the last look at each host found at its gates, by host name; a host never looked at is missing. */
    public Map<String, List<GateRow>> gates() {
        return sql.list("SELECT name, gates FROM host", row -> Map.entry(row.text("name"), gateRows(row))).stream()
                .filter(entry -> !entry.getValue().isEmpty())
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Return what the last look at one host found at its gates; nothing before the first. */
    public List<GateRow> gates(HostName host) {
        return sql.one("SELECT gates FROM host WHERE name = ?", FleetReads::gateRows, host.value())
                .orElse(List.of());
    }

    /** Return the findings about one host, by command. */
    public List<CapabilityRow> capabilities(HostName host) {
        return sql.list(CAPABILITY + " WHERE host = ? ORDER BY command", FleetReads::capabilityRow, host.value());
    }

    /** Return the findings about every host, by host name. */
    public Map<String, List<CapabilityRow>> capabilities() {
        return sql.list(CAPABILITY + " ORDER BY host, command", FleetReads::capabilityRow).stream()
                .collect(Collectors.groupingBy(row -> row.host().value()));
    }

    /** Return the tools of one host that are not what they were proved to be, by command. */
    public List<DriftRow> drifts(HostName host) {
        return sql.list(DRIFT + " WHERE host = ? ORDER BY command", FleetReads::driftRow, host.value());
    }

    /** Return the tools that are not what they were proved to be, by host name. */
    public Map<String, List<DriftRow>> drifts() {
        return sql.list(DRIFT + " ORDER BY host, command", FleetReads::driftRow).stream()
                .collect(Collectors.groupingBy(row -> row.host().value()));
    }

    /** Return the checkouts that one host laid out of late. */
    public Set<MirrorId> laidOut(HostName host) {
        return Set.copyOf(sql.list(
                "SELECT mirror FROM laid_out WHERE host = ?", row -> new MirrorId(row.text("mirror")), host.value()));
    }

    /** Return the checkouts that each host laid out of late, by host name. */
    public Map<String, Set<MirrorId>> laidOut() {
        Map<String, Set<MirrorId>> found = new TreeMap<>();
        sql.list(
                "SELECT host, mirror FROM laid_out",
                row -> found.computeIfAbsent(row.text("host"), _ -> new HashSet<>())
                        .add(new MirrorId(row.text("mirror"))));
        return found;
    }

    /** Return the circuits of one host that are not closed, oldest first. */
    public List<CircuitRow> circuits(HostName host) {
        return sql.list(CIRCUIT + " WHERE host = ? ORDER BY opened_at, command", FleetReads::circuitRow, host.value());
    }

    /** Return every circuit that is not closed, by host name, oldest first. */
    public Map<String, List<CircuitRow>> circuits() {
        return sql.list(CIRCUIT + " ORDER BY opened_at, host, command", FleetReads::circuitRow).stream()
                .collect(Collectors.groupingBy(row -> row.host().value()));
    }

    /** Return one circuit, unless it is closed. */
    public Optional<CircuitRow> circuit(HostName host, String command) {
        return sql.one(CIRCUIT + " WHERE host = ? AND command = ?", FleetReads::circuitRow, host.value(), command);
    }

    /** Return how often command classes ended with 126 or 127, for every host. */
    public List<LaunchFailureRow> launchFailures() {
        return sql.list(
                "SELECT host, command, code, in_row, total FROM launch_failure ORDER BY host, command, code",
                row -> new LaunchFailureRow(
                        row.text("host"),
                        row.text("command"),
                        (int) row.number("code"),
                        row.number("in_row"),
                        row.number("total")));
    }

    /** Return how many launches of a command class failed in a row on a host, whichever the code. */
    public long launchFailuresInRow(HostName host, String command) {
        return sql.number(
                        "SELECT COALESCE(SUM(in_row), 0) FROM launch_failure WHERE host = ? AND command = ?",
                        host.value(),
                        command)
                .orElse(0);
    }

    private static HostRow hostRow(Row row) throws SQLException {
        return row.as("host", FleetReads::wholeHost, "name");
    }

    private static HostRow wholeHost(Row row) throws SQLException {
        HostTarget target = new HostTarget(
                new HostName(row.text("name")),
                row.optionalText("address").map(HostAddress::parse),
                row.optionalText("host_key").map(HostKey::parse),
                row.optionalText("identity_file"),
                Optional.of(row.text("workspace_root")).filter(root -> !root.isEmpty()));
        return new HostRow(
                target,
                HostRole.valueOf(row.text("role")),
                HostState.valueOf(row.text("state")),
                row.optionalText("reason"),
                row.text("executor"),
                new HostIdentity(
                        row.text("machine_id"), row.text("boot_id"), row.text("workspace_root"), row.text("runner")),
                (int) row.number("slots"),
                row.bool("is_primary"),
                row.bool("enrolling"),
                row.optionalReal("load1"),
                narrow(row.optionalNumber("cores")),
                row.optionalInstant("observed_at"),
                row.optionalInstant("silent_since"),
                HostLabels.of(BuildText.stringMap(Json.object(row.text("labels")))));
    }

    private static DriftRow driftRow(Row row) throws SQLException {
        return new DriftRow(
                new HostName(row.text("host")),
                row.text("command"),
                row.optionalText("version_before"),
                row.optionalText("version_after"),
                row.instant("found_at"));
    }

    private static OptionalInt narrow(OptionalLong value) {
        return value.isPresent() ? OptionalInt.of((int) value.getAsLong()) : OptionalInt.empty();
    }

    /** A record that somebody spoilt is a matter of its host alone. */
    private static ControlRow controlRow(Row row) throws SQLException {
        String mode = row.text("mode");
        boolean known =
                Arrays.stream(HostMode.values()).anyMatch(word -> word.name().equals(mode));
        if (!known || row.number("version") < 1) {
            return ControlRow.UNREADABLE;
        }
        return new ControlRow(
                HostMode.valueOf(mode),
                row.number("version"),
                row.optionalNumber("request_version"),
                row.optionalInstant("updated_at"),
                row.optionalText("decided_by"));
    }

    private static List<GateRow> gateRows(Row row) throws SQLException {
        return Json.array(row.text("gates")).stream().map(FleetReads::gateRow).toList();
    }

    private static GateRow gateRow(Object gate) {
        Map<?, ?> fields = (Map<?, ?>) gate;
        return new GateRow(
                HostGate.valueOf(String.valueOf(fields.get("gate"))),
                Boolean.TRUE.equals(fields.get("green")),
                String.valueOf(fields.get("evidence")));
    }

    private static CapabilityRow capabilityRow(Row row) throws SQLException {
        Finding finding = new Finding(
                row.text("command"),
                row.bool("ok"),
                row.bool("required"),
                row.optionalText("version"),
                row.optionalText("detail"));
        return new CapabilityRow(
                new HostName(row.text("host")),
                finding,
                row.instant("checked_at"),
                row.optionalText("boot_id").isPresent()
                        ? Optional.of(new ProvedIdentity(
                                row.text("machine_id"), row.text("boot_id"), row.optionalText("host_key")))
                        : Optional.empty());
    }

    private static CircuitRow circuitRow(Row row) throws SQLException {
        return new CircuitRow(
                new HostName(row.text("host")),
                row.text("command"),
                CircuitRow.State.valueOf(row.text("state")),
                row.text("reason"),
                row.instant("opened_at"));
    }
}
