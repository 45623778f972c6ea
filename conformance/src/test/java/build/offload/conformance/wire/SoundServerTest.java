package build.offload.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.conformance.wire.check.Check;
import build.offload.conformance.wire.check.Target;
import build.offload.conformance.wire.fake.FakeServer;
import build.offload.conformance.wire.fake.Faults;
import build.offload.conformance.wire.fake.Handler;
import build.offload.conformance.wire.fake.Reference;
import build.offload.conformance.wire.fake.Reply;
import build.offload.conformance.wire.fake.Scenario;
import build.offload.conformance.wire.http.Client;
import build.offload.conformance.wire.rule.WireRules;
import build.offload.conformance.wire.run.Report;
import build.offload.conformance.wire.run.WireRun;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The suite against servers that keep the contract. */
class SoundServerTest {

    @ParameterizedTest
    @EnumSource
    void aSoundServerFailsNothing(Scenario scenario) {
        Report report = Bench.run(Faults.none(scenario, Bench.AUTHORITY), scenario);

        assertThat(Bench.ids(report, "failed")).as(report.toString()).isEmpty();
    }

    @Test
    void everyCheckPassesSomewhereAndIsNotSkippedEverywhere() {
        Set<String> passed = new HashSet<>();
        for (Scenario scenario : Scenario.values()) {
            passed.addAll(Bench.ids(Bench.run(Faults.none(scenario, Bench.AUTHORITY), scenario), "passed"));
        }

        assertThat(WireRules.all()).extracting(Check::id).containsExactlyInAnyOrderElementsOf(passed);
    }

    @Test
    void aSoundServerFailsNothingOverTcp() throws Exception {
        try (FakeServer server = FakeServer.start(authority -> Faults.none(Scenario.BUSY, authority))) {
            Client client = Client.tcp(server.url(), Duration.ofSeconds(30));

            Report report =
                    new WireRun(Bench.target(server.url(), Scenario.BUSY), client).run(WireRules.all(), result -> {});

            assertThat(Bench.ids(report, "failed")).as(report.toString()).isEmpty();
            assertThat(report.passed()).isGreaterThan(150);
        }
    }

    @Test
    void othersMayMoveTheRevisionMeanwhile() {
        Report report = Bench.run(Faults.disturbed(Bench.AUTHORITY), Scenario.BUSY);

        assertThat(Bench.ids(report, "failed")).as(report.toString()).isEmpty();
        assertThat(Bench.ids(report, "skipped")).containsExactlyInAnyOrder("W-STATUS-23", "W-STATUS-31");
    }

    @Test
    void withoutLeaveNothingIsCommitted() {
        Target readOnly = new Target(
                Bench.target(Scenario.BUSY).url(), Reference.OPERATOR, Optional.empty(), Optional.of("debian1"), true);
        Handler right = Faults.none(Scenario.BUSY, Bench.AUTHORITY);
        AtomicInteger commits = new AtomicInteger();
        Handler counting = request -> {
            Reply reply = right.answer(request);
            commits.addAndGet(request.isTransition() && reply.status() == 200 ? 1 : 0);
            return reply;
        };

        Report report = Bench.run(counting, readOnly, WireRules.all());

        assertThat(commits).hasValue(0);
        assertThat(Bench.ids(report, "failed")).isEmpty();
        assertThat(Bench.ids(report, "skipped")).contains("W-REPLAY-01", "W-COMMIT-01", "W-DRAIN-01", "W-AUTH-17");
    }

    @Test
    void aBusyServerIsAskedAgain() {
        Handler right = Faults.none(Scenario.BUSY, Bench.AUTHORITY);
        Set<String> refused = ConcurrentHashMap.newKeySet();
        Handler busyAtFirst = request -> request.isTransition()
                        && refused.add(request.key())
                        && !request.key().isEmpty()
                ? Reply.error(503, "busy").with("Retry-After", "0")
                : right.answer(request);
        List<Check> commits = WireRules.all().stream()
                .filter(check -> check.id().startsWith("W-COMMIT-0"))
                .limit(8)
                .toList();

        Report report = Bench.run(busyAtFirst, Bench.target(Scenario.BUSY), commits);

        assertThat(report.passed()).as(report.toString()).isEqualTo(8);
    }
}
