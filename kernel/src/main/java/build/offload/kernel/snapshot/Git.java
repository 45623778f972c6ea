package build.offload.kernel.snapshot;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Runs git. Input and output are files, so that no process can block on a pipe that nobody reads, and a time limit holds.
 * Every {@code GIT_…} variable of this process is dropped first: whoever started the controller from a git hook must not
 * have its captures go to that hook's repository.
 */
final class Git {

    /**
     * For the C library's allocator, where it is glibc's: git takes and gives back a buffer for each file, and by default every
     * second one is given back to the kernel, which costs more than all the rest of storing 4,000 files. Others ignore it.
     */
    private static final Map<String, String> KEEP_MEMORY = Map.of(
            "MALLOC_TRIM_THRESHOLD_", "268435456", "MALLOC_TOP_PAD_", "1048576", "MALLOC_MMAP_THRESHOLD_", "33554432");

    private final String program;
    private final Duration limit;

    Git(SnapshotSettings settings) {
        this.program = settings.git();
        this.limit = settings.limit();
    }

    /**
     * A git command.
     *
     * @param folder where it runs
     * @param input the file it reads; nothing when empty
     * @param output the file its standard output goes to; its errors go to a file of the same name with {@code .err} added
     */
    record Call(
            Path folder, Map<String, String> environment, List<String> arguments, Optional<Path> input, Path output) {}

    /** How a command ended. */
    record Result(int exitCode, Path output, String errors) {
        byte[] bytes() throws IOException {
            return Files.readAllBytes(output);
        }
    }

    /** A command on its way. Closing kills it if it still runs. */
    final class Running implements AutoCloseable {
        private final Process process;
        private final Call call;

        private Running(Process process, Call call) {
            this.process = process;
            this.call = call;
        }

        Result await() throws IOException {
            int exitCode = exitCode(process, call);
            return new Result(exitCode, call.output(), readText(errorsOf(call.output())));
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    Result run(Call call) throws IOException {
        try (Running running = start(call)) {
            return running.await();
        }
    }

    Running start(Call call) throws IOException {
        Process process = builder(call)
                .redirectOutput(call.output().toFile())
                .redirectError(errorsOf(call.output()).toFile())
                .start();
        return new Running(process, call);
    }

    /**
     * Run a command whose output goes to a stream as it comes. When the stream fails the command is killed and the failure
     * passed on; when the limit is over the command is killed too, which ends its output.
     */
    Result stream(Call call, OutputStream out) throws IOException {
        Process process =
                builder(call).redirectError(errorsOf(call.output()).toFile()).start();
        try (Running running = new Running(process, call);
                InputStream from = process.getInputStream()) {
            var _ = process.onExit()
                    .orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS)
                    .whenComplete((_, late) -> killIf(late != null, process.toHandle()));
            from.transferTo(out);
            out.flush();
            return running.await();
        }
    }

    /** Kill through the handle: the process itself would close its output, of which the rest may not be read yet. */
    private static void killIf(boolean late, ProcessHandle process) {
        if (late) {
            process.destroyForcibly();
        }
    }

    /** Read what git says; it quotes file names as they are, so not every byte need be a character. */
    static String readText(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).strip();
    }

    static Path errorsOf(Path output) {
        return output.resolveSibling(output.getFileName() + ".err");
    }

    ProcessBuilder builder(Call call) {
        List<String> argv = new ArrayList<>(List.of(program));
        argv.addAll(call.arguments());
        ProcessBuilder builder =
                new ProcessBuilder(argv).directory(call.folder().toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("GIT_"));
        builder.environment().put("LC_ALL", "C");
        builder.environment().putAll(KEEP_MEMORY);
        builder.environment().putAll(call.environment());
        return builder.redirectInput(
                Redirect.from(call.input().map(Path::toFile).orElseGet(() -> new File("/dev/null"))));
    }

    /** Wait for the end; past the limit, or when this thread is interrupted, the process is killed. */
    private int exitCode(Process process, Call call) throws IOException {
        try {
            if (process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                return process.exitValue();
            }
            throw new SnapshotException(
                    SnapshotException.Kind.CHECKOUT_UNREADABLE,
                    "git " + call.arguments().getFirst() + " in " + call.folder() + " took longer than "
                            + limit.toSeconds() + " s and was stopped; look whether the file system answers");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("git " + call.arguments().getFirst() + " was interrupted");
        }
    }
}
