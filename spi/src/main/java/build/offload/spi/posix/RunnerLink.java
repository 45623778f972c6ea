package build.offload.spi.posix;

import build.offload.spi.executor.ExecutorContext;
import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.ExecutorException.Kind;
import build.offload.spi.executor.HostIdentity;
import build.offload.spi.executor.HostTarget;
import build.offload.spi.posix.PosixTransport.Ending;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;

/** Asks the runner of one host, and puts it in place where it is not. Safe for many threads. */
final class RunnerLink {

    private static final Pattern ROOT = Pattern.compile("(/[A-Za-z0-9_@%+=:,.-]+)+");
    private static final Duration IDENTIFY_LIMIT = Duration.ofSeconds(60);

    private final PosixTransport transport;
    private final HostTarget target;
    private final ExecutorContext context;
    private final RunnerScript runner = RunnerScript.CURRENT;
    private final AtomicReference<Optional<String>> root;

    RunnerLink(PosixTransport transport, HostTarget target, ExecutorContext context) {
        this.transport = transport;
        this.target = target;
        this.context = context;
        this.root = new AtomicReference<>(target.workspaceRoot());
    }

    /** Return what the host says of itself; a host without a runner gets it first. */
    HostIdentity identify() throws ExecutorException {
        if (root.get().isEmpty()) {
            return install();
        }
        return ask(new Question<>("identify", List.of(), _ -> {}, this::identity, IDENTIFY_LIMIT));
    }

    /** Put the question to the runner; once more, after putting it in place, where none answered. */
    <T> T ask(Question<T> question) throws ExecutorException {
        if (root.get().isEmpty()) {
            install();
        }
        Optional<T> first = put(question, tokens(question));
        if (first.isPresent()) {
            return first.get();
        }
        install();
        return put(question, tokens(question))
                .orElseThrow(() -> failure(Kind.PROTOCOL, question, "the runner is in place and does not answer"));
    }

    private List<String> tokens(Question<?> question) {
        List<String> tokens = new ArrayList<>();
        tokens.add("sh");
        tokens.add(root.get().orElseThrow() + "/" + runner.fileName());
        tokens.add(question.verb());
        tokens.addAll(question.tokens());
        return tokens;
    }

    private HostIdentity install() throws ExecutorException {
        List<String> tokens = new ArrayList<>(List.of("sh", "-s"));
        tokens.addAll(target.workspaceRoot()
                .map(chosen -> List.of("at", chosen))
                .orElseGet(() -> List.of(
                        "under",
                        shortened(context.controllerId()),
                        target.name().value())));
        tokens.addAll(List.of(runner.fileName(), runner.digest()));
        byte[] script = runner.installer().getBytes(StandardCharsets.UTF_8);
        Question<HostIdentity> question =
                new Question<>("identify", List.of(), out -> out.write(script), this::identity, IDENTIFY_LIMIT);
        HostIdentity identity =
                put(question, tokens).orElseThrow(() -> failure(Kind.PROTOCOL, question, "no POSIX shell answered"));
        root.set(Optional.of(identity.workspaceRoot()));
        return identity;
    }

    private static String shortened(String controllerId) {
        String safe = controllerId.replaceAll("[^A-Za-z0-9]", "");
        return safe.isEmpty() ? "controller" : safe.substring(0, Math.min(12, safe.length()));
    }

    private HostIdentity identity(Answer answer) throws IOException, ExecutorException {
        String machine = answer.words("machine", 2)[1];
        String boot = answer.words("boot", 2)[1];
        String place = answer.words("root", 2)[1];
        answer.end();
        if (!ROOT.matcher(place).matches()) {
            throw Answer.nonsense("as its workspace root", place);
        }
        return new HostIdentity(machine, boot, place, runner.digest());
    }

    /** Returns nothing when the host was reached and no runner answered. */
    private <T> Optional<T> put(Question<T> question, List<String> tokens) throws ExecutorException {
        Hearing<T> hearing = new Hearing<>(question);
        try {
            Ending ending = transport.carry(new HostCommand(tokens, question.input(), hearing::hear, question.limit()));
            return hearing.result.isPresent() ? hearing.result : broken(ending, hearing.answered);
        } catch (ExecutorException failed) {
            throw new ExecutorException(failed.kind(), prefix(question) + failed.getMessage(), failed);
        }
    }

    private <T> Optional<T> broken(Ending ending, boolean answered) throws ExecutorException {
        String status =
                ending.status().isPresent() ? " (status " + ending.status().getAsInt() + ")" : "";
        String told = ending.diagnostics().isBlank()
                ? "nothing more was said"
                : ending.diagnostics().strip();
        Optional<Kind> kind = transport.failure(ending, answered);
        if (kind.isPresent()) {
            throw new ExecutorException(kind.get(), told + status);
        }
        if (answered) {
            throw new ExecutorException(Kind.CONNECTION_LOST, "the answer broke off: " + told + status);
        }
        return Optional.empty();
    }

    private ExecutorException failure(Kind kind, Question<?> question, String reason) {
        return new ExecutorException(kind, prefix(question) + reason);
    }

    private String prefix(Question<?> question) {
        return question.verb() + " on " + target.name() + ": ";
    }

    /**
     * Something to ask the runner.
     *
     * @param verb what to do
     * @param tokens what to do it with, as far as that needs no encoding
     */
    record Question<T>(String verb, List<String> tokens, HostCommand.Input input, Reader<T> reader, Duration limit) {}

    /** Takes an answer in. */
    @FunctionalInterface
    interface Reader<T> {
        T read(Answer answer) throws IOException, ExecutorException;
    }

    /** What came of a question; written by the reading thread before {@link PosixTransport#carry} returns. */
    private static final class Hearing<T> {
        private final Question<T> question;
        private volatile boolean answered;
        private volatile Optional<T> result = Optional.empty();

        private Hearing(Question<T> question) {
            this.question = question;
        }

        private boolean hear(InputStream in) throws IOException, ExecutorException {
            Optional<Answer> answer = Answer.find(new BufferedInputStream(in, 64 * 1024), question.verb());
            if (answer.isEmpty()) {
                return false;
            }
            answered = true;
            result = Optional.of(question.reader().read(answer.get()));
            return true;
        }
    }
}
