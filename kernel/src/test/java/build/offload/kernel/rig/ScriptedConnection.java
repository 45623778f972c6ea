package build.offload.kernel.rig;

import build.offload.spi.executor.BuildHost;
import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.ExecutorException.Kind;
import build.offload.spi.executor.HostIdentity;
import build.offload.spi.executor.OutputSink;
import build.offload.spi.executor.OutputSink.Stream;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.MirrorId;
import build.offload.spi.model.OutputPath;
import build.offload.spi.model.OutputPattern;
import build.offload.spi.model.TreeId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One controller's way to a scripted host. */
record ScriptedConnection(ScriptedHost host) implements BuildHost {

    @Override
    public HostIdentity identify() throws ExecutorException {
        return host.answer(Call.IDENTIFY, "", host::identity);
    }

    @Override
    public ShellResult run(ShellRequest request) throws ExecutorException {
        return host.answer(Call.RUN, String.join(" ", request.argv()), () -> shell(request));
    }

    private ShellResult shell(ShellRequest request) {
        if (request.argv().equals(List.of("cat"))) {
            return new ShellResult(0, request.input(), "");
        }
        String program = request.argv().getLast();
        return host.finds(program)
                ? new ShellResult(0, "/usr/bin/" + program + "\n", "")
                : new ShellResult(127, "", "not found");
    }

    @Override
    public PrepareReport prepare(PrepareRequest request) throws ExecutorException {
        return host.answer(Call.PREPARE, about(request.attempt()), () -> {
            TreeId tree = request.snapshot().tree();
            host.run(request.attempt()).laidOut(tree);
            if (!request.keep().patterns().isEmpty()) {
                host.keep().take(request.attempt(), request.mirror());
            }
            return new PrepareReport(tree, 1000);
        });
    }

    @Override
    public StartReport start(StartRequest request) throws ExecutorException {
        return host.answer(Call.START, about(request.attempt()), () -> started(request));
    }

    private StartReport started(StartRequest request) throws ExecutorException {
        AttemptId attempt = request.attempt();
        ScriptedRun run = host.run(attempt);
        boolean withheld =
                request.secrets().stream().anyMatch(secret -> secret.value().isEmpty());
        if (withheld && !run.started()) {
            throw new ExecutorException(Kind.PROTOCOL, "a secret could not be had");
        }
        if (run.tree().isEmpty()) {
            throw new ExecutorException(Kind.PROTOCOL, "nothing is laid out for " + attempt);
        }
        boolean before = run.started() && !host.startingAgain();
        if (!before) {
            run.start();
            host.startedNow(attempt);
        }
        return new StartReport("process of " + attempt, before);
    }

    @Override
    public RunReport follow(FollowRequest request, OutputSink sink) throws ExecutorException {
        return host.answer(Call.FOLLOW, about(request.attempt()), () -> {
            say(request, sink);
            return look(request.attempt());
        });
    }

    private static void say(FollowRequest request, OutputSink sink) throws IOException {
        byte[] all = ("output of attempt " + request.attempt().number() + "\n").getBytes(StandardCharsets.UTF_8);
        int from = Math.toIntExact(request.stdoutOffset());
        if (from < all.length) {
            sink.write(Stream.STDOUT, from, ByteBuffer.wrap(all, from, all.length - from));
        }
    }

    private RunReport look(AttemptId attempt) {
        ScriptedRun run = host.run(attempt);
        if (!run.started()) {
            return new RunReport.NeverStarted("there is no trace of it");
        }
        if (run.alive()) {
            return befalls(run, host.fate(attempt));
        }
        return run.exit().isPresent()
                ? new RunReport.Exited(run.exit().getAsInt())
                : new RunReport.Vanished("no process and no exit code");
    }

    private static RunReport befalls(ScriptedRun run, Fate fate) {
        return switch (fate) {
            case Fate.Runs _ -> new RunReport.Running();
            case Fate.NeverStarted _ -> {
                run.kill();
                yield new RunReport.NeverStarted("as scripted");
            }
            case Fate.Vanishes _ -> {
                run.kill();
                yield new RunReport.Vanished("as scripted");
            }
            case Fate.Exits(int code) -> {
                run.exit(code);
                yield new RunReport.Exited(code);
            }
        };
    }

    @Override
    public CollectReport collect(CollectRequest request) throws ExecutorException {
        return host.answer(Call.COLLECT, about(request.attempt()), () -> collected(request));
    }

    private CollectReport collected(CollectRequest request) throws IOException {
        List<OutputFile> files = new ArrayList<>();
        List<OutputPattern> unmatched = new ArrayList<>(request.outputs());
        for (Map.Entry<String, String> output : host.outputs(request.attempt()).entrySet()) {
            OutputPath path = new OutputPath(output.getKey());
            if (request.outputs().stream().anyMatch(pattern -> pattern.matches(path))) {
                unmatched.removeIf(pattern -> pattern.matches(path));
                files.add(sent(request.staging(), path, output.getValue()));
            }
        }
        TreeId tree = host.builtTree(host.run(request.attempt()).tree().orElseThrow());
        return new CollectReport(tree, files, unmatched, List.of(), Duration.ofMillis(250));
    }

    private OutputFile sent(Path staging, OutputPath path, String content) throws IOException {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        Path file = staging.resolve(path.value());
        Files.createDirectories(file.getParent());
        Files.write(file, host.corrupting() ? new byte[bytes.length] : bytes);
        return new OutputFile(path, false, bytes.length, Hashes.sha256(bytes));
    }

    @Override
    public CancelReport cancel(AttemptId attempt, Duration grace) throws ExecutorException {
        return host.answer(Call.CANCEL, about(attempt), () -> {
            if (host.refusingCancel() && host.run(attempt).alive()) {
                return new CancelReport.StillRunning("process of " + attempt);
            }
            host.run(attempt).kill();
            return new CancelReport.Gone();
        });
    }

    @Override
    public SweepReport sweep(AttemptId attempt) throws ExecutorException {
        return host.answer(Call.SWEEP, about(attempt), () -> {
            boolean ended = host.run(attempt).exit().isPresent();
            host.forget(attempt);
            return host.keep().sweep(attempt, ended);
        });
    }

    @Override
    public void discardWorkspace(MirrorId mirror) throws ExecutorException {
        host.answer(Call.DISCARD, "", () -> {
            host.keep().discard(mirror);
            return mirror;
        });
    }

    private static String about(AttemptId attempt) {
        return Integer.toString(attempt.number());
    }

    @Override
    public void purge() throws ExecutorException {
        throw new ExecutorException(Kind.PROTOCOL, "a scripted host has nothing to purge");
    }

    @Override
    public void close() {}
}
