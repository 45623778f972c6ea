package build.offload.distribution.doctor;

import build.offload.distribution.client.Json;
import java.util.ArrayList;
import java.util.List;

/** What a host of the fleet lacks, by what its probes last saw. */
public final class HostCheck {

    private HostCheck() {}

    /** Read the findings out of what the controller shows of one host. */
    public static List<Finding> findings(Json host) {
        String name = host.text("name", "?");
        List<Finding> findings = new ArrayList<>();
        findings.add(state(name, host));
        host.list("probes").forEach(probe -> findings.add(probe(name, host, probe)));
        for (Json circuit : host.list("circuits")) {
            String command = circuit.text("command", "?");
            findings.add(Finding.bad(
                    name + ": " + command,
                    "is quarantined: " + circuit.text("reason", "its program could not be run"),
                    "once it is there: offload unquarantine " + name + " " + command));
        }
        return findings;
    }

    private static Finding state(String name, Json host) {
        String state = host.text("state", "?");
        String reason = host.text("reason").map(text -> ": " + text).orElse("");
        return switch (state) {
            case "available" -> Finding.good(name, state);
            case "draining", "maintenance" -> Finding.good(name, state + ", as an operator wished");
            default ->
                Finding.bad(
                        name,
                        state + reason,
                        host.flag("enrolling") ? "wait for its first probes" : "see: offload events");
        };
    }

    // What every job needs is named at the gate that is red for the lack of it; all else is for the jobs that ask for
    // it.
    private static Finding probe(String name, Json host, Json probe) {
        String command = probe.text("command", "?");
        String subject = name + ": " + command;
        if (probe.flag("ok")) {
            return Finding.good(
                    subject,
                    probe.text("version").or(() -> probe.text("detail")).orElse(""));
        }
        String detail = probe.text("detail", "is missing");
        String remedy = Packages.remedyElsewhere(command);
        boolean required = host.list("gates").stream()
                .filter(gate -> gate.text("state", "").equals("red"))
                .map(gate -> "; " + gate.text("evidence", "") + ";")
                .anyMatch(red -> red.contains("; " + command + ":") || red.contains("; " + command + " is missing;"));
        return required ? Finding.bad(subject, detail, remedy) : Finding.absent(subject, detail, remedy);
    }
}
