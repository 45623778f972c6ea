package build.offload.conformance.wire.rule;

import static build.offload.conformance.wire.check.Page.SPEC;
import static build.offload.conformance.wire.check.Page.WIRE_CONTRACT;

import build.offload.conformance.wire.check.Check;
import build.offload.conformance.wire.check.Expect;
import build.offload.conformance.wire.check.Group;
import build.offload.conformance.wire.check.Need;
import build.offload.conformance.wire.check.NotApplicable;
import build.offload.conformance.wire.check.Pause;
import build.offload.conformance.wire.check.Server;
import build.offload.conformance.wire.check.Server.Posted;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The verbs that act on a host. Each check finds the host available, and leaves it so. */
final class HostVerbRules {

    /** A command class that every build host has, so that probing it again closes its circuit. */
    private static final String COMMAND = "sh";

    private static final Duration STEP = Duration.ofMillis(250);
    private static final int STEPS = 240;

    private HostVerbRules() {}

    static List<Check> all() {
        return Stream.of(drains(), quarantines()).flatMap(List::stream).toList();
    }

    private static List<Check> drains() {
        return List.of(
                check("W-DRAIN-01", "A drained host takes no more builds")
                        .serves(SPEC, "host `available → draining`")
                        .needs(Need.HOST, Need.COMMITS)
                        .lookAt("Look at the effect of box-drain, and at what the status reads a host's state from.")
                        .by(HostVerbRules::drained),
                check("W-DRAIN-02", "Draining it once more commits and changes nothing")
                        .serves(
                                WIRE_CONTRACT,
                                "changes nothing but is still a commit: 200, revision +1, `result.changed=false`, control record untouched")
                        .needs(Need.HOST, Need.COMMITS)
                        .lookAt("Look at box-drain on a host whose mode is draining already.")
                        .by(HostVerbRules::drainedTwice),
                check("W-DRAIN-03", "A restored host comes back")
                        .serves(SPEC, "host `draining\\|maintenance\\|degraded → restoring → available` (guards below)")
                        .needs(Need.HOST, Need.COMMITS)
                        .lookAt(
                                "Look at the probes of a restoring host: capability, storage, runner and offload health have to be green.")
                        .by(HostVerbRules::restored),
                check("W-DRAIN-04", "An available host cannot be restored")
                        .serves(
                                WIRE_CONTRACT,
                                "Any other `box-restore` of an `available` or `restoring` host: 422, code `nothing-to-restore`")
                        .needs(Need.HOST)
                        .lookAt("Look at the guard of box-restore.")
                        .by(HostVerbRules::nothingToRestore));
    }

    private static List<Check> quarantines() {
        return List.of(
                check("W-QUARANTINE-01", "A quarantined command class opens a circuit that the status shows")
                        .serves(
                                WIRE_CONTRACT,
                                "`circuitOpen: true` while any circuit of the host is open or half-open, else absent")
                        .needs(Need.HOST, Need.COMMITS)
                        .lookAt("Look at the effect of host-quarantine, and at what the status reads circuits from.")
                        .by(HostVerbRules::quarantined),
                check("W-QUARANTINE-02", "Lifting a quarantine changes something")
                        .serves(SPEC, "half-open re-probe of `command` on `host`")
                        .needs(Need.HOST, Need.COMMITS)
                        .lookAt("Look at the effect of host-unquarantine on an open circuit.")
                        .by(HostVerbRules::unquarantined),
                check("W-QUARANTINE-03", "A command class is 1 to 200 characters without control characters")
                        .serves(
                                WIRE_CONTRACT,
                                "`host-quarantine` accepts any text of 1–200 characters without control characters (data, never executed)")
                        .needs(Need.HOST)
                        .lookAt("Look at the guard of host-quarantine on its argument command.")
                        .by(HostVerbRules::oddCommands));
    }

    private static Check.Draft check(String id, String title) {
        return Check.check(Group.CORE, id, title);
    }

    private static void drained(Server server) throws IOException {
        requireAvailable(server);
        try {
            Posted posted = server.commit("box-drain", Map.of("host", server.host()));
            Expect.that(changed(posted).asBoolean(false), "box-drain of an available host says it changed nothing");
            expectState(server, Set.of("draining", "maintenance"), "after box-drain");
        } finally {
            putBack(server);
        }
    }

    private static void drainedTwice(Server server) throws IOException {
        requireAvailable(server);
        try {
            server.commit("box-drain", Map.of("host", server.host()));
            Posted again = server.commit("box-drain", Map.of("host", server.host()));
            Expect.that(!changed(again).asBoolean(true), "a second box-drain does not say result.changed=false");
            expectState(server, Set.of("draining", "maintenance"), "after the second box-drain");
        } finally {
            putBack(server);
        }
    }

    private static void restored(Server server) throws IOException {
        requireAvailable(server);
        server.commit("box-drain", Map.of("host", server.host()));
        Posted restore = server.current("box-restore", server.newKey(), Map.of("host", server.host()));
        Expect.status(200, restore.answer(), "box-restore of a drained host");
        Expect.that(changed(restore).asBoolean(false), "box-restore of a drained host says it changed nothing");
        await(server, host -> state(host).equals("available"), "available after box-restore");
    }

    private static void nothingToRestore(Server server) throws IOException {
        requireAvailable(server);
        Posted posted = server.current("box-restore", server.newKey(), Map.of("host", server.host()));
        Expect.refusal(422, "invalid-args", posted.answer(), "box-restore of an available host");
        String code = Expect.object(posted.answer()).path("detail").path("code").asText("");
        Expect.that(
                code.equals("nothing-to-restore"), "expected the code nothing-to-restore, but it is '" + code + "'");
    }

    private static void quarantined(Server server) throws IOException {
        requireAvailable(server);
        boolean before = circuitOpen(host(server));
        try {
            Posted posted = server.commit("host-quarantine", command(server, COMMAND));
            Expect.that(changed(posted).isBoolean(), "host-quarantine does not say whether it changed anything");
            Expect.that(
                    circuitOpen(host(server)), "after host-quarantine the status shows no open circuit of the host");
        } finally {
            close(server, before);
        }
    }

    private static void unquarantined(Server server) throws IOException {
        requireAvailable(server);
        boolean before = circuitOpen(host(server));
        server.commit("host-quarantine", command(server, COMMAND));
        Posted posted = server.current("host-unquarantine", server.newKey(), command(server, COMMAND));
        Expect.status(200, posted.answer(), "host-unquarantine of a quarantined command");
        Expect.that(changed(posted).asBoolean(false), "host-unquarantine of an open circuit says it changed nothing");
        awaitClosed(server, before);
    }

    private static void oddCommands(Server server) throws IOException {
        for (String command : List.of("c".repeat(201), "a\nb", "a\u0000b", "a\u007fb")) {
            Posted posted = server.current("host-quarantine", server.newKey(), command(server, command));
            if (posted.answer().status() == 200) {
                server.commit("host-unquarantine", command(server, command));
            }
            Expect.refusal(
                    422,
                    "invalid-args",
                    posted.answer(),
                    "host-quarantine of a command of " + command.length() + " characters");
        }
    }

    private static Map<String, String> command(Server server, String command) {
        return Map.of("host", server.host(), "command", command);
    }

    private static JsonNode changed(Posted posted) {
        return Expect.object(posted.answer()).path("result").path("changed");
    }

    private static JsonNode host(Server server) throws IOException {
        return server.status().path("hosts").path(server.host());
    }

    private static String state(JsonNode host) {
        return host.path("state").asText("");
    }

    private static boolean circuitOpen(JsonNode host) {
        return host.path("capability").path("circuitOpen").asBoolean(false);
    }

    private static void requireAvailable(Server server) throws IOException {
        String state = state(host(server));
        if (!state.equals("available")) {
            throw new NotApplicable("the host " + server.host() + " is '" + state + "' and not available");
        }
    }

    private static void expectState(Server server, Set<String> expected, String when) throws IOException {
        String state = state(host(server));
        Expect.that(
                expected.contains(state),
                when + " expected the host to be one of " + expected + ", but it is '" + state + "'");
    }

    /** Restore the host whatever the status shows, since that may be what is wrong. */
    private static void putBack(Server server) throws IOException {
        server.current("box-restore", server.newKey(), Map.of("host", server.host()));
        await(server, host -> state(host).equals("available"), "available after it was put back");
    }

    private static void close(Server server, boolean wasOpen) throws IOException {
        server.current("host-unquarantine", server.newKey(), command(server, COMMAND));
        awaitClosed(server, wasOpen);
    }

    private static void awaitClosed(Server server, boolean wasOpen) throws IOException {
        await(server, host -> wasOpen || !circuitOpen(host), "without an open circuit after the quarantine was lifted");
    }

    private static void await(Server server, Predicate<JsonNode> wanted, String what) throws IOException {
        for (int i = 0; i < STEPS; i++) {
            if (wanted.test(host(server))) {
                return;
            }
            Pause.of(STEP);
        }
        Expect.that(false, "the host " + server.host() + " is not " + what + ", and one minute was waited for");
    }
}
