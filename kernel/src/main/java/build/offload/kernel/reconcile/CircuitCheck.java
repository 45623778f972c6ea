package build.offload.kernel.reconcile;

import build.offload.kernel.job.ExitedStep;
import build.offload.kernel.plugin.CallResult;
import build.offload.kernel.plugin.PluginGuard;
import build.offload.kernel.reconcile.Connections.Reached;
import build.offload.kernel.store.CircuitRow;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.transition.Transition.CircuitProbed;
import build.offload.spi.executor.HostShell.ShellRequest;
import build.offload.spi.executor.HostShell.ShellResult;
import build.offload.spi.model.HostName;
import build.offload.spi.probe.CapabilityProbe.Finding;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * Asks a host whether what a quarantined command class needs is there. The class is a name of the project's or an operator's
 * words, so what is looked for is the program that jobs of the class run.
 */
final class CircuitCheck {

    private static final int LOOK_BACK = 500;

    /** Some shells take a file that is there for a command, whether it can be executed or not. */
    private static final String SEARCH =
            "found=$(command -v -- \"$1\") && case $found in /*) [ -x \"$found\" ] ;; esac && printf '%s\\n' \"$found\"";

    private static final Pattern PROGRAM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9+._-]*");

    private final PluginGuard guard;
    private final LoopSettings settings;

    CircuitCheck(PluginGuard guard, LoopSettings settings) {
        this.guard = guard;
        this.settings = settings;
    }

    /** What is known of a class before its host is asked. */
    record Question(CircuitRow circuit, String program, Optional<Finding> finding) {

        static Question of(ReadTransaction tx, CircuitRow circuit) {
            List<JobRow> ofTheClass = tx.jobs().newest(LOOK_BACK).stream()
                    .filter(job -> job.submitted().build().commandClass().equals(circuit.command()))
                    .toList();
            String program = ofTheClass.stream()
                    .filter(job -> notLaunched(tx, job, circuit.host()))
                    .findFirst()
                    .or(() -> ofTheClass.stream().findFirst())
                    .map(Question::program)
                    .orElse(circuit.command());
            Optional<Finding> finding = tx.fleet().capabilities(circuit.host()).stream()
                    .map(row -> row.finding())
                    .filter(found -> found.command().equals(circuit.command()))
                    .findFirst();
            return new Question(circuit, program, finding);
        }

        /** One class may be different programs in different checkouts; what is asked for is the one that was missing. */
        private static boolean notLaunched(ReadTransaction tx, JobRow job, HostName host) {
            OptionalInt code = job.progress().rc();
            return code.isPresent()
                    && ExitedStep.notLaunched(code.getAsInt())
                    && tx.jobs()
                            .attempt(job.attemptId())
                            .filter(attempt -> attempt.host().equals(host))
                            .isPresent();
        }

        private static String program(JobRow job) {
            return job.submitted().build().argv().getFirst();
        }

        boolean absolute() {
            return program.startsWith("/");
        }

        boolean fromTheCheckout() {
            return !absolute() && program.contains("/");
        }

        boolean searchable() {
            return absolute() || PROGRAM.matcher(program).matches();
        }
    }

    /** Return the answer; empty when there is none, which says nothing about the host's abilities. */
    Optional<CircuitProbed> answer(Question question, Reached reached) {
        if (question.fromTheCheckout()) {
            return Optional.of(
                    found(question, "'" + question.program() + "' comes with the checkout, not from the host"));
        }
        return question.searchable() ? search(question, reached) : Optional.of(byFinding(question));
    }

    private Optional<CircuitProbed> search(Question question, Reached reached) {
        ShellRequest search =
                new ShellRequest(List.of("sh", "-c", SEARCH, "sh", question.program()), "", settings.callLimit());
        return switch (guard.call(
                reached.executor(),
                "search",
                settings.callLimit(),
                () -> reached.host().run(search))) {
            case CallResult.Returned<ShellResult>(ShellResult answer) ->
                Optional.of(
                        answer.exitCode() == 0
                                ? found(question, "found at " + answer.stdout().strip())
                                : missing(question, "'" + question.program() + "' is not on the host's path"));
            case CallResult.Threw<ShellResult> _, CallResult.Late<ShellResult> _ -> Optional.empty();
        };
    }

    /** Of words that name no program only a probe can know something; where none does, the operator's word counts. */
    private static CircuitProbed byFinding(Question question) {
        return question.finding()
                .filter(finding -> !finding.ok())
                .map(finding -> missing(question, finding.detail().orElse("its probe does not find it")))
                .orElseGet(() -> found(question, "no probe speaks against it"));
    }

    private static CircuitProbed found(Question question, String evidence) {
        return new CircuitProbed(question.circuit().host(), question.circuit().command(), true, evidence);
    }

    private static CircuitProbed missing(Question question, String evidence) {
        return new CircuitProbed(
                question.circuit().host(),
                question.circuit().command(),
                false,
                evidence + "; install it there, then 'offload unquarantine'");
    }
}
