package build.offload.distribution.cli;

import build.offload.distribution.client.ControllerClient;
import build.offload.distribution.client.Json;
import build.offload.distribution.run.JobReport;
import java.util.ArrayList;
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
        List<String> remarks = new ArrayList<>();
        for (String flag : List.of("primary", "enrolling")) {
            if (host.flag(flag)) {
                remarks.add(flag);
            }
        }
        host.text("reason").ifPresent(remarks::add);
        if (host.text("mode", "active").equals("draining")) {
            addDrain(host, remarks);
        }
        host.list("probes").stream()
                .filter(probe -> !probe.flag("ok"))
                .forEach(probe -> remarks.add("lacks " + Words.text(probe, "command")));
        host.list("drifts").forEach(drift -> remarks.add("drifted: " + Words.text(drift, "command")));
        host.list("circuits").forEach(circuit -> remarks.add("quarantined: " + Words.text(circuit, "command")));
        return String.join(", ", remarks);
    }

    /** Who closed it for new work, how long ago, and what it still does. */
    private void addDrain(Json host, List<String> remarks) {
        Json decision = host.at("decision");
        if (decision.present()) {
            remarks.add("drained by " + Words.text(decision, "actor") + " "
                    + Words.age(decision, "at", surroundings.clock().instant()));
        } else {
            remarks.add("closed for new work");
        }
        for (String attempt : host.texts("attempts")) {
            remarks.add("still has " + JobReport.shortId(attempt));
        }
    }
}
