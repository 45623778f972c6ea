package build.offload.spi.posix;

import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.ExecutorException.Kind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalInt;

/** A host that says what a test has it say, whatever it is asked; past the last answer it says nothing. */
final class ScriptedTransport implements PosixTransport {

    private final Deque<byte[]> answers = new ArrayDeque<>();
    private final Optional<Kind> failure;

    ScriptedTransport(Optional<Kind> failure, String... answers) {
        this.failure = failure;
        Arrays.stream(answers)
                .map(answer -> answer.getBytes(StandardCharsets.UTF_8))
                .forEach(this.answers::add);
    }

    @Override
    public Ending carry(HostCommand command) throws ExecutorException {
        byte[] answer = answers.isEmpty() ? new byte[0] : answers.removeFirst();
        Thread sender = Thread.ofPlatform().daemon().start(() -> swallow(command));
        try {
            boolean complete = command.output().readFrom(new ByteArrayInputStream(answer));
            return new Ending(complete ? OptionalInt.empty() : OptionalInt.of(255), "scripted");
        } catch (IOException broken) {
            return new Ending(OptionalInt.of(255), "scripted");
        } finally {
            sender.interrupt();
        }
    }

    private static void swallow(HostCommand command) {
        try {
            command.input().writeTo(new ByteArrayOutputStream());
        } catch (IOException unread) {
            return;
        }
    }

    @Override
    public Optional<Kind> failure(Ending ending, boolean answered) {
        return failure;
    }

    @Override
    public void close() {}
}
