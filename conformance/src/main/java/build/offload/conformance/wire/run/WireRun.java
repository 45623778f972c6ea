package build.offload.conformance.wire.run;

import build.offload.conformance.wire.check.Check;
import build.offload.conformance.wire.check.Need;
import build.offload.conformance.wire.check.NotApplicable;
import build.offload.conformance.wire.check.Secrets;
import build.offload.conformance.wire.check.Server;
import build.offload.conformance.wire.check.Target;
import build.offload.conformance.wire.check.Verdict;
import build.offload.conformance.wire.check.Verdict.Failed;
import build.offload.conformance.wire.check.Verdict.Passed;
import build.offload.conformance.wire.check.Verdict.Skipped;
import build.offload.conformance.wire.check.Violation;
import build.offload.conformance.wire.http.Call;
import build.offload.conformance.wire.http.Client;
import build.offload.conformance.wire.http.Exchange;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Runs checks against one server, one after the other. */
public final class WireRun {

    private static final int EXCHANGES_SHOWN = 3;

    private final Target target;
    private final Client client;
    private final Secrets secrets;

    /** Prepare a run. */
    public WireRun(Target target, Client client) {
        this.target = target;
        this.client = client;
        this.secrets = new Secrets(target);
    }

    /**
     * Find out whether anything answers at all.
     *
     * @throws IOException when nothing does
     */
    public void knock() throws IOException {
        client.send(Call.of("GET", "/status"));
    }

    /** Run the checks; each result is told as soon as it is known. */
    public Report run(List<Check> checks, Consumer<Result> told) {
        List<Result> results = checks.stream().map(this::result).peek(told).toList();
        return new Report(target.url(), results);
    }

    private Result result(Check check) {
        long start = System.nanoTime();
        Verdict verdict = verdict(check);
        return new Result(check, verdict, Duration.ofNanos(System.nanoTime() - start));
    }

    private Verdict verdict(Check check) {
        Optional<Need> missing = check.needs().stream()
                .sorted()
                .filter(need -> !target.provides().contains(need))
                .findFirst();
        return missing.isPresent() ? new Skipped(missing.get().reason()) : examined(check);
    }

    private Verdict examined(Check check) {
        Server server = new Server(target, client, check.id());
        try {
            check.probe().examine(server);
            return new Passed();
        } catch (NotApplicable reason) {
            return new Skipped(secrets.masked(String.valueOf(reason.getMessage())));
        } catch (Violation violation) {
            return failed(server, String.valueOf(violation.getMessage()));
        } catch (IOException unanswered) {
            return failed(server, "no proper answer: " + unanswered.getMessage());
        } catch (RuntimeException unexpected) {
            return failed(server, "the check could not make sense of the answer: " + unexpected);
        }
    }

    private Failed failed(Server server, String message) {
        List<Exchange> shown = server.lastExchanges(EXCHANGES_SHOWN).stream()
                .map(secrets::masked)
                .toList();
        return new Failed(secrets.masked(message), shown);
    }
}
