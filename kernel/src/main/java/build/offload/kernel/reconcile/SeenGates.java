package build.offload.kernel.reconcile;

import build.offload.kernel.store.GateRow;
import build.offload.spi.model.HostGate;
import build.offload.spi.probe.CapabilityProbe;
import build.offload.spi.probe.CapabilityProbe.Finding;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What one look saw at the four gates. A gate at which nothing is asked for is green; no host can declare a CI runner yet. */
final class SeenGates {

    private static final String NOTHING = "nothing is asked for";

    private final Map<HostGate, List<String>> green = new EnumMap<>(HostGate.class);
    private final Map<HostGate, List<String>> red = new EnumMap<>(HostGate.class);

    SeenGates() {
        green(HostGate.RUNNER, "none declared");
    }

    void green(HostGate gate, String evidence) {
        green.computeIfAbsent(gate, _ -> new ArrayList<>()).add(evidence);
    }

    void red(HostGate gate, String evidence) {
        red.computeIfAbsent(gate, _ -> new ArrayList<>()).add(evidence);
    }

    /** Count what a probe found out about something that every job needs. */
    void required(Finding finding) {
        HostGate gate = CapabilityProbe.STORAGE.contains(finding.command()) ? HostGate.STORAGE : HostGate.CAPABILITY;
        String command = finding.command();
        if (finding.ok()) {
            green(
                    gate,
                    command
                            + finding.version()
                                    .or(finding::detail)
                                    .map(seen -> ": " + seen)
                                    .orElse(""));
        } else {
            red(gate, command + finding.detail().map(problem -> ": " + problem).orElse(" is missing"));
        }
    }

    /** Return what was seen at each gate. */
    List<GateRow> rows() {
        return Stream.of(HostGate.values()).map(this::row).toList();
    }

    private GateRow row(HostGate gate) {
        List<String> problems = red.getOrDefault(gate, List.of());
        List<String> seen = green.getOrDefault(gate, List.of());
        String evidence = String.join("; ", problems.isEmpty() ? seen : problems);
        return new GateRow(gate, problems.isEmpty(), evidence.isEmpty() ? NOTHING : evidence);
    }
}
