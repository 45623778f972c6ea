package build.offload.spi.posix;

import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.ExecutorException.Kind;
import build.offload.spi.posix.PosixTransport.Ending;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Carries a {@link HostCommand} over the standard streams of a process on this machine, such as a shell or an SSH client.
 *
 * <p>Waits for the answer or the process, never for the end of a stream: a background process that keeps a pipe open holds
 * up nobody. Each stream has a platform thread of its own, since reading a pipe would occupy the carrier of a virtual one.
 */
public final class ProcessCarrier {

    private static final int DIAGNOSTICS_LIMIT = 16 * 1024;
    private static final long LAST_WORDS_MILLIS = 200;
    private static final long ENDING_SECONDS = 5;

    private final Process process;
    private final HostCommand command;

    private ProcessCarrier(Process process, HostCommand command) {
        this.process = process;
        this.command = command;
    }

    /** Carry the command over the process, which was started for it and is ended with it. See {@link PosixTransport#carry}. */
    public static Ending carry(Process process, HostCommand command) throws ExecutorException {
        return new ProcessCarrier(process, command).carry();
    }

    private Ending carry() throws ExecutorException {
        FutureTask<Boolean> answer = new FutureTask<>(() -> command.output().readFrom(process.getInputStream()));
        FutureTask<Void> request = new FutureTask<>(this::send);
        FutureTask<String> diagnostics = new FutureTask<>(this::lastWords);
        start("answer", answer);
        Thread sender = start("request", request);
        start("diagnostics", diagnostics);
        boolean complete = false;
        try {
            complete = await(answer);
            return complete ? new Ending(OptionalInt.empty(), "") : ended(diagnostics);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ExecutorException(Kind.CONNECTION_LOST, "interrupted while waiting for the host", interrupted);
        } finally {
            sender.interrupt();
            release(complete);
        }
    }

    private static Thread start(String name, FutureTask<?> task) {
        return Thread.ofPlatform().daemon().name("offload-carrier-" + name).start(task);
    }

    /** Waits for the answer; one that broke off without a reason of its own is the transport's affair, not complete. */
    private boolean await(FutureTask<Boolean> answer) throws ExecutorException, InterruptedException {
        try {
            return answer.get(command.limit().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            throw new ExecutorException(
                    Kind.CONNECTION_LOST, "no end within " + command.limit().toMillis() + " ms", late);
        } catch (ExecutionException failed) {
            return switch (failed.getCause()) {
                case ExecutorException known -> throw known;
                case IOException _ -> false;
                case null, default -> throw new IllegalStateException("the answer could not be taken", failed);
            };
        }
    }

    private Ending ended(FutureTask<String> diagnostics) throws InterruptedException {
        if (!process.waitFor(ENDING_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            process.waitFor(ENDING_SECONDS, TimeUnit.SECONDS);
        }
        return new Ending(OptionalInt.of(process.exitValue()), words(diagnostics));
    }

    private static String words(FutureTask<String> diagnostics) throws InterruptedException {
        try {
            return diagnostics.get(LAST_WORDS_MILLIS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException silent) {
            return "";
        }
    }

    private Void send() throws IOException {
        try (OutputStream host = process.getOutputStream()) {
            command.input().writeTo(host);
        } catch (InterruptedIOException unread) {
            return null;
        }
        return null;
    }

    private String lastWords() throws IOException {
        InputStream errors = process.getErrorStream();
        byte[] kept = errors.readNBytes(DIAGNOSTICS_LIMIT);
        errors.transferTo(OutputStream.nullOutputStream());
        return new String(kept, StandardCharsets.UTF_8);
    }

    /** Lets a process whose answer is complete end by itself, and ends any other. */
    private void release(boolean complete) {
        if (complete) {
            var _ = process.onExit().orTimeout(ENDING_SECONDS, TimeUnit.SECONDS).whenComplete((_, late) -> {
                if (late != null) {
                    process.destroyForcibly();
                }
            });
        } else {
            process.destroyForcibly();
        }
    }
}
