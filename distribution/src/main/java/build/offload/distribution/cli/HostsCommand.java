package build.offload.distribution.cli;

import build.offload.distribution.client.ControllerClient;
import build.offload.distribution.client.Json;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the fleet; what changes a host of it is below. */
@Command(
        name = "hosts",
        header = "List the hosts of the fleet, or change or remove one: hosts edit HOST, hosts remove HOST.")
final class HostsCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private ReadOptions options = new ReadOptions();

    HostsCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    PlaceOptions places() {
        return options.places();
    }

    @Override
    public Integer call() {
        return options.show(surroundings, ControllerClient.api("hosts"), "listing the hosts", this::print);
    }

    private void print(Json answer) {
        Table table = new Table("HOST", "ROLE", "STATE", "SLOTS", "LOAD", "CORES", "SEEN", "ADDRESS", "REMARK");
        for (Json host : answer.list("hosts")) {
            table.row(
                    Words.text(host, "name"),
                    Words.text(host, "role"),
                    Words.text(host, "state"),
                    Words.number(host, "slotsUsed") + "/" + Words.number(host, "slots"),
                    Words.decimal(host, "load1"),
                    Words.number(host, "cores"),
                    Words.age(host, "observedAt", surroundings.clock().instant()),
                    host.text("address").orElseGet(() -> Words.text(host, "executor")),
                    remark(host));
        }
        if (table.empty()) {
            surroundings.print("no host is enrolled; take one in with: offload enroll HOST --address user@host");
        } else {
            table.lines().forEach(surroundings::print);
        }
    }

    private String remark(Json host) {
        StringBuilder remark = new StringBuilder(host.flag("primary") ? "primary " : "");
        remark.append(host.flag("enrolling") ? "enrolling " : "");
        if (host.text("mode", "active").equals("draining")
                && !host.text("state", "").equals("draining")) {
            remark.append("closed for new work ");
        }
        host.text("reason").ifPresent(reason -> remark.append(reason).append(' '));
        if (host.text("mode", "active").equals("draining")) {
            drain(host, remark);
        }
        for (Json probe : host.list("probes")) {
            if (!probe.flag("ok")) {
                remark.append("lacks ").append(Words.text(probe, "command")).append(' ');
            }
        }
        for (Json drift : host.list("drifts")) {
            remark.append("drifted: ").append(Words.text(drift, "command")).append(' ');
        }
        for (Json circuit : host.list("circuits")) {
            remark.append("quarantined: ")
                    .append(Words.text(circuit, "command"))
                    .append(' ');
        }
        return remark.toString().strip();
    }

    /** Who drained it, how long ago, and what it still does. */
    private void drain(Json host, StringBuilder remark) {
        Json decision = host.at("decision");
        if (decision.present()) {
            remark.append("drained by ")
                    .append(Words.text(decision, "actor"))
                    .append(' ')
                    .append(Words.age(decision, "at", surroundings.clock().instant()))
                    .append(' ');
        }
        List<String> attempts = host.texts("attempts");
        if (!attempts.isEmpty()) {
            remark.append("still on it: ").append(String.join(", ", attempts)).append(' ');
        }
    }
}
