package build.offload.conformance.wire.rule;

import static build.offload.conformance.wire.check.Page.SPEC;
import static build.offload.conformance.wire.check.Page.WIRE_CONTRACT;

import build.offload.conformance.wire.check.Check;
import build.offload.conformance.wire.check.Expect;
import build.offload.conformance.wire.check.Group;
import build.offload.conformance.wire.check.NotApplicable;
import build.offload.conformance.wire.check.Page;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What the parts of the status say about one another, in one snapshot. */
final class StatusMeaningRules {

    private static final Pattern INSTANT =
            Pattern.compile("\\d{4}-(0[1-9]|1[0-2])-([0-2]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?Z");
    private static final Pattern SHA_256 = Pattern.compile("[0-9a-f]{64}");
    private static final List<String> BEST_FIRST = List.of("available", "restoring", "draining", "maintenance");
    private static final int FINISHED_SHOWN = 100;

    /** An age is read off a clock twice at most, and may be rounded. */
    private static final double TOLERANCE_SECONDS = 1;

    private StatusMeaningRules() {}

    static List<Check> all() {
        return Stream.of(cluster(), hosts(), queue(), jobs())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Check> cluster() {
        return List.of(
                check("20", "Times are ISO 8601 in UTC", WIRE_CONTRACT, "Times are ISO 8601 UTC with `Z`.")
                        .lookAt("Look at how instants are written: 2026-07-18T09:30:00Z, no other zone, no number.")
                        .by(server -> times(server.status())),
                check("21", "An active lease says when it ends", WIRE_CONTRACT, "Active always has `expiresAt`.")
                        .lookAt("Look at how a lease is granted: without an end there must not be one.")
                        .by(server -> lease(server.status())),
                check("22", "The builders are counted", WIRE_CONTRACT, "`capacity.builders` counts role builder only")
                        .lookAt("Look at what is counted: hosts of the role builder, the workstation not among them.")
                        .by(server -> buildersAreCounted(server.status())),
                check(
                                "23",
                                "Without builders nothing is dispatched, and that is no fault",
                                WIRE_CONTRACT,
                                "No builders: `available`, `capacity.builders` 0, and `dispatch.state` is `paused` with detail `no-builders`.")
                        .lookAt("Look at how observed and dispatch are derived when no builder is enrolled.")
                        .by(server -> noBuilders(server.status())),
                check(
                                "24",
                                "The observed state is the best any builder has",
                                WIRE_CONTRACT,
                                "otherwise the best state any builder has, in the order available, restoring, draining, maintenance.")
                        .lookAt("Look at how observed is derived from the hosts.")
                        .by(server -> observed(server.status())),
                check(
                                "25",
                                "A wedge is shown in the queue as well, and only then",
                                WIRE_CONTRACT,
                                "then `queue.wedge` is present as well.")
                        .lookAt("Look at what dispatch.state and queue.wedge are derived from: the same thing.")
                        .by(server -> wedge(server.status())));
    }

    private static List<Check> hosts() {
        return List.of(
                check(
                                "26",
                                "The laptop is one of the hosts",
                                WIRE_CONTRACT,
                                "`hosts` holds every enrolled builder, and the laptop as role `workstation`")
                        .lookAt(
                                "Look at what the hosts are listed from: the laptop is not enrolled, and there all the same.")
                        .by(server -> laptop(server.status())),
                check(
                                "27",
                                "At most one host is primary, and it is a builder",
                                WIRE_CONTRACT,
                                "`primary: true` on at most one builder an operator named so")
                        .lookAt("Look at how a host becomes primary: the one that was before ceases to be.")
                        .by(server -> primary(server.status())),
                check(
                                "28",
                                "An open circuit names its command class, and only an open one",
                                WIRE_CONTRACT,
                                "`missingCommand`: the class of the oldest such circuit.")
                        .lookAt("Look at what circuitOpen and missingCommand are derived from: the same circuits.")
                        .by(server -> missingCommand(server.status())));
    }

    private static List<Check> queue() {
        return List.of(
                check("29", "The depth is the number of tickets", WIRE_CONTRACT, "`depth` equals their number")
                        .lookAt("Look at what is counted: the tickets of the same snapshot.")
                        .by(server -> depth(server.status())),
                check(
                                "30",
                                "Tickets are numbered from 1 in their order",
                                WIRE_CONTRACT,
                                "`queue.tickets` are waiting tickets only, `position` from 1")
                        .lookAt("Look at how positions are given: 1, 2, 3, without gaps, in the order of the list.")
                        .by(server -> positions(server.status())),
                check("31", "The ages of an empty queue are 0", WIRE_CONTRACT, "Empty queue: ages 0.")
                        .lookAt("Look at how the ages are computed when nothing waits.")
                        .by(server -> idleAges(server.status())),
                check(
                                "32",
                                "The ages of the queue are those of its tickets",
                                WIRE_CONTRACT,
                                "`p95AgeSeconds` is over waiting tickets.")
                        .lookAt("Look at how the ages are computed: the oldest ticket's, and the 95th of 100.")
                        .by(server -> ages(server.status())),
                check(
                                "33",
                                "Every host that is named exists",
                                SPEC,
                                "hostname  = string   // the `hosts` map key; also the type of RemoteJob.host")
                        .lookAt(
                                "Look at what the dispatch target and the wedge are derived from: the hosts of the same snapshot.")
                        .by(server -> namedHosts(server.status())),
                check(
                                "34",
                                "A lease that is active shows as spill",
                                WIRE_CONTRACT,
                                "`spill`: present while a lease is active or a spilled job runs;")
                        .lookAt("Look at what queue.spill is derived from.")
                        .by(server -> spill(server.status())));
    }

    private static List<Check> jobs() {
        return List.of(
                check(
                                "35",
                                "A job's id is a SHA-256",
                                SPEC,
                                "`{id = sha256(key+mirror), repo, host, snapshot, attempt, stage, workspace, publication}`")
                        .lookAt("Look at how the id is written: 64 digits, lower case.")
                        .by(server -> ids(server.status())),
                check(
                                "36",
                                "Finished jobs are those of hosts that are enrolled",
                                WIRE_CONTRACT,
                                "plus the last 100 finished whose host is still enrolled.")
                        .lookAt("Look at which jobs are listed: those of a host that was removed are not.")
                        .by(server -> finishedHosts(server.status())),
                check(
                                "37",
                                "At most 100 finished jobs are listed",
                                WIRE_CONTRACT,
                                "plus the last 100 finished whose host is still enrolled.")
                        .lookAt("Look at how many finished jobs are listed.")
                        .by(server -> finishedCount(server.status())));
    }

    private static Check.Sourced check(String number, String title, Page page, String sentence) {
        return Check.check(Group.CORE, "W-STATUS-" + number, title).serves(page, sentence);
    }

    private static void times(ObjectNode status) {
        Map<String, JsonNode> times = new LinkedHashMap<>();
        times.put("lease.expiresAt", status.path("lease").path("expiresAt"));
        times.put("reconciler.lastAt", status.path("reconciler").path("lastAt"));
        Status.hosts(status)
                .forEach(host -> host.getValue()
                        .path("capability")
                        .path("probes")
                        .forEach(probe -> times.put(
                                "hosts." + host.getKey() + " probe "
                                        + probe.path("command").asText(),
                                probe.path("checkedAt"))));
        times.forEach((path, time) -> Expect.that(
                time.isMissingNode()
                        || time.isNull()
                        || INSTANT.matcher(time.asText()).matches(),
                path + " is not a time like 2026-07-18T09:30:00Z: " + time));
    }

    private static void lease(ObjectNode status) {
        JsonNode lease = status.path("lease");
        boolean active = lease.path("active").asBoolean(false);
        Expect.that(!active || lease.path("expiresAt").isTextual(), "the lease is active and has no end: " + lease);
        Expect.that(
                !active || !lease.path("expired").asBoolean(false), "the lease is both active and expired: " + lease);
    }

    private static void buildersAreCounted(ObjectNode status) {
        int listed = Status.builders(status).size();
        JsonNode counted = status.path("capacity").path("builders");
        Expect.that(
                counted.asInt(-1) == listed,
                "capacity.builders is " + counted + ", but " + listed + " hosts have the role builder");
    }

    private static void noBuilders(ObjectNode status) {
        require(Status.builders(status).isEmpty(), "builders are enrolled");
        JsonNode dispatch = status.path("dispatch");
        Expect.that(
                dispatch.path("state").asText().equals("paused")
                        && dispatch.path("detail").asText().equals("no-builders"),
                "expected dispatch to be paused with detail no-builders, but it is " + dispatch);
        String observed = status.path("observed").asText();
        Expect.that(
                observed.equals("available") || observed.equals("degraded"),
                "expected observed to be available while no builder is enrolled, but it is '" + observed + "'");
    }

    private static void observed(ObjectNode status) {
        String observed = status.path("observed").asText();
        List<String> states = Status.builders(status).stream()
                .map(host -> host.getValue().path("state").asText())
                .toList();
        require(!states.isEmpty(), "no builder is enrolled");
        require(
                !observed.equals("degraded"),
                "the cluster is degraded, which may have reasons that the status does not show");
        String best = BEST_FIRST.stream().filter(states::contains).findFirst().orElse("degraded");
        Expect.that(observed.equals(best), "observed is '" + observed + "', but the best builder is " + best);
    }

    private static void wedge(ObjectNode status) {
        boolean wedged = status.path("dispatch").path("state").asText().equals("wedged");
        boolean shown = status.path("queue").has("wedge");
        Expect.that(
                wedged == shown,
                "dispatch.state is " + status.path("dispatch").path("state") + ", but queue.wedge is "
                        + (shown ? "there" : "absent"));
    }

    private static void laptop(ObjectNode status) {
        long workstations = Status.hosts(status)
                .filter(host -> host.getValue().path("role").asText().equals("workstation"))
                .count();
        Expect.that(workstations == 1, "expected one host of the role workstation, but there are " + workstations);
    }

    private static void primary(ObjectNode status) {
        List<String> roles = Status.hosts(status)
                .filter(host -> host.getValue().path("primary").asBoolean(false))
                .map(host -> host.getValue().path("role").asText())
                .toList();
        Expect.that(roles.size() <= 1, roles.size() + " hosts are primary");
        Expect.that(roles.stream().allMatch("builder"::equals), "the primary host is no builder but " + roles);
    }

    private static void missingCommand(ObjectNode status) {
        Status.hosts(status).forEach(host -> {
            JsonNode capability = host.getValue().path("capability");
            boolean open = capability.path("circuitOpen").asBoolean(false);
            Expect.that(
                    open == capability.has("missingCommand"),
                    "hosts." + host.getKey() + ".capability shows only one of circuitOpen and missingCommand: "
                            + capability);
        });
    }

    private static void depth(ObjectNode status) {
        int tickets = Status.tickets(status).size();
        JsonNode depth = status.path("queue").path("depth");
        Expect.that(depth.asInt(-1) == tickets, "queue.depth is " + depth + ", but there are " + tickets + " tickets");
    }

    private static void positions(ObjectNode status) {
        List<JsonNode> tickets = Status.tickets(status);
        List<Integer> positions = tickets.stream()
                .map(ticket -> ticket.path("position").asInt(-1))
                .toList();
        Expect.that(
                positions.equals(
                        IntStream.rangeClosed(1, tickets.size()).boxed().toList()),
                "expected the positions 1 to " + tickets.size() + ", but they are " + positions);
    }

    private static void idleAges(ObjectNode status) {
        require(Status.tickets(status).isEmpty(), "jobs are waiting");
        for (String age : List.of("oldestAgeSeconds", "p95AgeSeconds")) {
            JsonNode found = status.path("queue").path(age);
            Expect.that(
                    found.asDouble(-1) == 0,
                    "expected queue." + age + " to be 0 while nothing waits, but it is " + found);
        }
    }

    private static void ages(ObjectNode status) {
        require(!Status.tickets(status).isEmpty(), "no job is waiting");
        double oldest = status.path("queue").path("oldestAgeSeconds").asDouble();
        double p95 = status.path("queue").path("p95AgeSeconds").asDouble();
        double listed = Status.tickets(status).stream()
                .mapToDouble(ticket -> ticket.path("enqueueAgeSeconds").asDouble())
                .max()
                .orElse(0);
        Expect.that(
                Math.abs(oldest - listed) <= TOLERANCE_SECONDS,
                "queue.oldestAgeSeconds is " + oldest + ", but the oldest ticket is " + listed + " seconds old");
        Expect.that(
                p95 <= oldest + TOLERANCE_SECONDS, "queue.p95AgeSeconds " + p95 + " is above the oldest age " + oldest);
    }

    private static void namedHosts(ObjectNode status) {
        Map<String, JsonNode> named = new LinkedHashMap<>();
        named.put("queue.dispatchTarget", status.at("/queue/dispatchTarget"));
        named.put("queue.wedge.host", status.at("/queue/wedge/host"));
        named.put("dispatch.host", status.at("/dispatch/host"));
        Status.tickets(status)
                .forEach(ticket -> named.put(
                        "dispatchTarget of ticket " + ticket.path("position"), ticket.path("dispatchTarget")));
        named.forEach((path, host) -> Expect.that(
                host.isMissingNode() || status.path("hosts").has(host.asText()),
                path + " names " + host + ", which is no host"));
    }

    private static void spill(ObjectNode status) {
        boolean active = status.path("lease").path("active").asBoolean(false);
        require(active, "no lease is active");
        Expect.that(status.path("queue").has("spill"), "a lease is active, but queue.spill is absent");
    }

    private static void ids(ObjectNode status) {
        Status.jobs(status)
                .forEach(job -> Expect.that(
                        SHA_256.matcher(job.path("id").asText()).matches(), "the id of a job is " + job.path("id")));
    }

    private static void finishedHosts(ObjectNode status) {
        Status.finishedJobs(status)
                .forEach(job -> Expect.that(
                        status.path("hosts").has(job.path("host").asText()),
                        "the finished job " + job.path("id") + " has the host " + job.path("host")
                                + ", which is not enrolled"));
    }

    private static void finishedCount(ObjectNode status) {
        long finished = Status.finishedJobs(status).count();
        Expect.that(finished <= FINISHED_SHOWN, finished + " finished jobs are listed");
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new NotApplicable(otherwise);
        }
    }
}
