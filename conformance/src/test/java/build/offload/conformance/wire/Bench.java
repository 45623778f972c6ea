package build.offload.conformance.wire;

import build.offload.conformance.wire.check.Check;
import build.offload.conformance.wire.check.Target;
import build.offload.conformance.wire.fake.Fault;
import build.offload.conformance.wire.fake.Handler;
import build.offload.conformance.wire.fake.InMemory;
import build.offload.conformance.wire.fake.Reference;
import build.offload.conformance.wire.fake.Scenario;
import build.offload.conformance.wire.http.Client;
import build.offload.conformance.wire.rule.WireRules;
import build.offload.conformance.wire.run.Report;
import build.offload.conformance.wire.run.Result;
import build.offload.conformance.wire.run.WireRun;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Runs the suite against fakes that are reached without a network. */
final class Bench {

    static final String AUTHORITY = "127.0.0.1:8787";

    private static final URI URL = URI.create("http://" + AUTHORITY);

    private Bench() {}

    /** Return a target with everything that checks may need; the host is one of the busy scenario. */
    static Target target(URI url, Scenario scenario) {
        Optional<String> host = Optional.of("debian1").filter(name -> scenario == Scenario.BUSY);
        return new Target(url, Reference.OPERATOR, Optional.of(Reference.DECK), host, false);
    }

    static Report run(Fault fault) {
        return run(fault.at(AUTHORITY), fault.scenario());
    }

    static Report run(Handler handler, Scenario scenario) {
        return run(handler, target(URL, scenario), WireRules.all());
    }

    static Report run(Handler handler, Target target, List<Check> checks) {
        return new WireRun(target, new Client(target.url(), new InMemory(handler))).run(checks, result -> {});
    }

    static Target target(Scenario scenario) {
        return target(URL, scenario);
    }

    /** Return the ids of the checks with a verdict. */
    static Set<String> ids(Report report, String verdict) {
        return report.results().stream()
                .filter(result -> result.verdict().word().equals(verdict))
                .map(result -> result.check().id())
                .collect(Collectors.toSet());
    }

    static Result result(Report report, String id) {
        return report.results().stream()
                .filter(result -> result.check().id().equals(id))
                .findFirst()
                .orElseThrow();
    }
}
