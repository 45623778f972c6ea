package build.offload.distribution.cli;

import build.offload.distribution.client.Json;
import build.offload.distribution.run.JobReport;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows the cluster. */
@Command(name = "status", header = "Show how the fleet, the queue and the running jobs stand.")
final class StatusCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private ReadOptions options = new ReadOptions();

    StatusCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return options.show(surroundings, "/status", "reading the status", this::print);
    }

    private void print(Json status) {
        surroundings.print("cluster   " + Words.text(status, "observed") + ", desired " + Words.text(status, "desired")
                + ", revision " + Words.number(status, "revision"));
        surroundings.print("dispatch  " + dispatch(status.at("dispatch")) + reconciler(status.at("reconciler")));
        surroundings.print("capacity  " + capacity(status.at("capacity")));
        surroundings.print("queue     " + queue(status.at("queue")));
        surroundings.print("lease     " + lease(status.at("lease")));
        printHosts(status);
        printTickets(status);
        printJobs(status);
    }

    private static String dispatch(Json dispatch) {
        return Words.text(dispatch, "state")
                + dispatch.text("detail").map(detail -> ": " + detail).orElse("")
                + dispatch.text("host").map(host -> " (" + host + ")").orElse("");
    }

    private static String reconciler(Json reconciler) {
        return reconciler.flag("healthy") ? "" : ", the reconcile loop is late or failing";
    }

    private static String capacity(Json capacity) {
        return Words.number(capacity, "builders") + " builders, " + Words.number(capacity, "idleSlots") + " idle slots"
                + (capacity.flag("overloaded") ? ", all overloaded" : "");
    }

    private static String queue(Json queue) {
        if (queue.number("depth").orElse(0) == 0) {
            return "empty";
        }
        return queue.number("depth").orElse(0) + " waiting, the oldest for " + seconds(queue, "oldestAgeSeconds")
                + " (promised " + seconds(queue, "sloSeconds") + ")"
                + queue.text("dispatchTarget").map(host -> ", next to " + host).orElse("");
    }

    private static String seconds(Json json, String key) {
        return Words.length(Duration.ofMillis((long) (json.decimal(key, 0) * 1000)));
    }

    private static String lease(Json lease) {
        if (lease.flag("active")) {
            return "active" + lease.text("host").map(host -> " on " + host).orElse("") + " until "
                    + Words.text(lease, "expiresAt")
                    + lease.text("reason").map(reason -> ", " + reason).orElse("");
        }
        return lease.flag("expired") ? "expired" : "none";
    }

    private void printHosts(Json status) {
        Table table = new Table("HOST", "ROLE", "STATE", "REMARK");
        status.members("hosts")
                .forEach((name, host) ->
                        table.row(name, Words.text(host, "role"), Words.text(host, "state"), remark(host)));
        printTable(table);
    }

    private static String remark(Json host) {
        Json capability = host.at("capability");
        return ((host.flag("primary") ? "primary " : "")
                        + (host.flag("enrolling") ? "enrolling " : "")
                        + (capability.flag("circuitOpen")
                                ? "quarantined: " + Words.text(capability, "missingCommand")
                                : ""))
                .strip();
    }

    private void printTickets(Json status) {
        Table table = new Table("POSITION", "STATE", "WAITING", "REPOSITORY", "KEY");
        for (Json ticket : status.at("queue").list("tickets")) {
            table.row(
                    Words.number(ticket, "position"),
                    Words.text(ticket, "state"),
                    seconds(ticket, "enqueueAgeSeconds"),
                    Words.text(ticket, "repo"),
                    Words.text(ticket, "key"));
        }
        printTable(table);
    }

    private void printJobs(Json status) {
        Table table = new Table("JOB", "STAGE", "HOST", "EXIT", "PULLED", "REPOSITORY");
        for (Json job : status.list("jobs")) {
            double seconds = job.decimal("pullDurationSeconds", -1);
            table.row(
                    JobReport.shortId(job.text("id", "")),
                    Words.text(job, "stage"),
                    Words.text(job, "host"),
                    Words.number(job, "rc"),
                    seconds < 0 ? "-" : String.format(Locale.ROOT, "%.1f s", seconds),
                    Words.text(job, "repo"));
        }
        printTable(table);
    }

    private void printTable(Table table) {
        if (!table.empty()) {
            surroundings.print("");
            table.lines().forEach(surroundings::print);
        }
    }
}
