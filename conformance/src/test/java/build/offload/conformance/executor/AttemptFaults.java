package build.offload.conformance.executor;

import static build.offload.conformance.executor.ExecutorFault.fault;

import build.offload.spi.executor.BuildHost;
import build.offload.spi.executor.BuildHost.CancelReport;
import build.offload.spi.executor.BuildHost.FollowRequest;
import build.offload.spi.executor.BuildHost.RunReport;
import build.offload.spi.executor.BuildHost.StartRequest;
import build.offload.spi.executor.BuildHost.StartRequest.Limits;
import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.OutputSink;
import build.offload.spi.model.AttemptId;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Mistakes about starting, following and cancelling. */
final class AttemptFaults {

    private AttemptFaults() {}

    static List<ExecutorFault> all() {
        return Stream.of(ofStarts(), ofFollowing(), ofCancelling())
                .flatMap(List::stream)
                .toList();
    }

    private static List<ExecutorFault> ofStarts() {
        return List.of(
                fault("E-START-01", "runs the command of a second start", RunsAgain::new),
                fault(
                        "E-START-02",
                        "has a shell read the arguments",
                        starting(request -> new StartRequest(
                                request.attempt(),
                                request.folder(),
                                List.of("sh", "-c", String.join(" ", request.argv())),
                                request.environment(),
                                request.limits()))),
                fault(
                        "E-START-03",
                        "drops variables",
                        starting(request -> new StartRequest(
                                request.attempt(), request.folder(), request.argv(), Map.of(), request.limits()))),
                fault(
                        "E-START-04",
                        "starts at the top",
                        starting(request -> new StartRequest(
                                request.attempt(), "", request.argv(), request.environment(), request.limits()))),
                fault(
                        "E-START-05",
                        "leaves something to read",
                        starting(request -> new StartRequest(
                                request.attempt(),
                                request.folder(),
                                prefixed(request.argv(), "sh", "-c", "echo left | \"$@\"", "sh"),
                                request.environment(),
                                request.limits()))),
                fault("E-LIFE-01", "takes commands along when it is closed", TakesAlong::new),
                fault("E-LIFE-02", "starts one attempt after the other", OneAfterTheOther::new));
    }

    private static List<ExecutorFault> ofFollowing() {
        return List.of(
                fault(
                        "E-FOLLOW-01",
                        "takes 255 for its own",
                        following((host, request, sink) ->
                                host.follow(request, sink) instanceof RunReport.Exited(int code) && code == 255
                                        ? new RunReport.Running()
                                        : host.follow(request, Quiet.SINK))),
                fault(
                        "E-FOLLOW-02",
                        "decodes what was printed",
                        following((host, request, sink) -> host.follow(
                                request, (stream, offset, bytes) -> sink.write(stream, offset, ascii(bytes))))),
                fault(
                        "E-FOLLOW-03",
                        "begins at the beginning",
                        following((host, request, sink) -> host.follow(
                                new FollowRequest(request.attempt(), request.handle(), 0, 0, request.budget()), sink))),
                fault(
                        "E-FOLLOW-04",
                        "stays although it has no budget",
                        following(
                                (host, request, sink) -> host.follow(staying(request, Duration.ofSeconds(12)), sink))),
                fault("E-FOLLOW-05", "waits for what was left running", AwaitsAll::new),
                fault("E-FOLLOW-06", "says never, and starts it then", EagerNever::new),
                fault(
                        "E-FOLLOW-07",
                        "makes an exit code up",
                        following((host, request, sink) -> host.follow(request, sink) instanceof RunReport.Vanished
                                ? new RunReport.Exited(0)
                                : host.follow(request, Quiet.SINK))),
                fault("E-FOLLOW-08", "does not notice an interrupt", Deaf::new),
                fault(
                        "E-FOLLOW-09",
                        "keeps whatever is printed",
                        starting(request -> new StartRequest(
                                request.attempt(),
                                request.folder(),
                                request.argv(),
                                request.environment(),
                                new Limits(1L << 40, request.limits().time())))),
                fault(
                        "E-FOLLOW-10",
                        "lets a command run for ever",
                        starting(request -> new StartRequest(
                                request.attempt(),
                                request.folder(),
                                request.argv(),
                                request.environment(),
                                new Limits(request.limits().logBytes(), Duration.ofDays(1))))));
    }

    private static List<ExecutorFault> ofCancelling() {
        return List.of(
                fault("E-CANCEL-01", "ends the command itself and nothing else", KillsOne::new),
                fault("E-CANCEL-02", "gives no grace", NoGrace::new),
                fault("E-CANCEL-03", "takes the answer to TERM for an end", TakesSuccess::new),
                fault("E-CANCEL-04", "forgets what was cancelled", Forgets::new));
    }

    private static List<String> prefixed(List<String> argv, String... before) {
        List<String> all = new ArrayList<>(List.of(before));
        all.addAll(argv);
        return all;
    }

    private static ByteBuffer ascii(ByteBuffer bytes) {
        byte[] changed = new byte[bytes.remaining()];
        bytes.get(changed);
        for (int i = 0; i < changed.length; i++) {
            changed[i] = changed[i] < 0 ? (byte) '?' : changed[i];
        }
        return ByteBuffer.wrap(changed);
    }

    private static FollowRequest staying(FollowRequest request, Duration budget) {
        return new FollowRequest(
                request.attempt(), request.handle(), request.stdoutOffset(), request.stderrOffset(), budget);
    }

    private static UnaryOperator<BuildHost> starting(UnaryOperator<StartRequest> change) {
        return sound -> new PassingHost(sound) {
            @Override
            public StartReport start(StartRequest request) throws ExecutorException {
                return sound.start(change.apply(request));
            }
        };
    }

    private interface Follow {
        RunReport follow(BuildHost host, FollowRequest request, OutputSink sink) throws ExecutorException;
    }

    private static UnaryOperator<BuildHost> following(Follow change) {
        return sound -> new PassingHost(sound) {
            @Override
            public RunReport follow(FollowRequest request, OutputSink sink) throws ExecutorException {
                return change.follow(sound, request, sink);
            }
        };
    }

    /** Takes output that was handed on already. */
    private static final class Quiet {
        private static final OutputSink SINK = (stream, offset, bytes) -> {};
    }

    private static final class RunsAgain extends PassingHost {
        private final Set<AttemptId> started = ConcurrentHashMap.newKeySet();

        RunsAgain(BuildHost sound) {
            super(sound);
        }

        @Override
        public StartReport start(StartRequest request) throws ExecutorException {
            if (!started.add(request.attempt())) {
                sound.run(new ShellRequest(request.argv(), "", Duration.ofSeconds(20)));
            }
            return sound.start(request);
        }
    }

    private static final class TakesAlong extends PassingHost {
        private final Set<AttemptId> started = ConcurrentHashMap.newKeySet();

        TakesAlong(BuildHost sound) {
            super(sound);
        }

        @Override
        public StartReport start(StartRequest request) throws ExecutorException {
            started.add(request.attempt());
            return sound.start(request);
        }

        @Override
        public void close() {
            for (AttemptId attempt : started) {
                try {
                    sound.cancel(attempt, Duration.ZERO);
                } catch (ExecutorException failed) {
                    throw new IllegalStateException(failed);
                }
            }
            sound.close();
        }
    }

    private static final class OneAfterTheOther extends PassingHost {
        OneAfterTheOther(BuildHost sound) {
            super(sound);
        }

        @Override
        public StartReport start(StartRequest request) throws ExecutorException {
            StartReport started = sound.start(request);
            sound.follow(
                    new FollowRequest(request.attempt(), started.handle(), 0, 0, Duration.ofSeconds(60)), Quiet.SINK);
            return started;
        }
    }

    private static final class AwaitsAll extends PassingHost {
        AwaitsAll(BuildHost sound) {
            super(sound);
        }

        @Override
        public RunReport follow(FollowRequest request, OutputSink sink) throws ExecutorException {
            RunReport report = sound.follow(request, sink);
            String script = "while grep -qs \"OFFLOAD_RUN=$1\" /proc/[0-9]*/environ; do sleep 0.5; done";
            sound.run(new ShellRequest(
                    List.of(
                            "timeout",
                            "11",
                            "sh",
                            "-c",
                            script,
                            "sh",
                            request.attempt().toString()),
                    "",
                    Duration.ofSeconds(40)));
            return report;
        }
    }

    private static final class EagerNever extends PassingHost {
        private final Set<AttemptId> started = ConcurrentHashMap.newKeySet();

        EagerNever(BuildHost sound) {
            super(sound);
        }

        @Override
        public StartReport start(StartRequest request) throws ExecutorException {
            started.add(request.attempt());
            return sound.start(request);
        }

        @Override
        public RunReport follow(FollowRequest request, OutputSink sink) throws ExecutorException {
            return started.contains(request.attempt())
                    ? sound.follow(request, sink)
                    : new RunReport.NeverStarted("nobody called start");
        }
    }

    private static final class Deaf extends PassingHost {
        Deaf(BuildHost sound) {
            super(sound);
        }

        @Override
        public RunReport follow(FollowRequest request, OutputSink sink) throws ExecutorException {
            RunReport report = new RunReport.Running();
            long until = System.nanoTime() + request.budget().toNanos();
            while (report instanceof RunReport.Running && System.nanoTime() < until) {
                report = look(request, sink);
            }
            return report;
        }

        private RunReport look(FollowRequest request, OutputSink sink) {
            try {
                return sound.follow(staying(request, Duration.ofMillis(200)), sink);
            } catch (ExecutorException interrupted) {
                Thread.interrupted();
                return new RunReport.Running();
            }
        }
    }

    private static final class KillsOne extends PassingHost {
        KillsOne(BuildHost sound) {
            super(sound);
        }

        @Override
        public CancelReport cancel(AttemptId attempt, Duration grace) throws ExecutorException {
            String script = "read -r _ pid _ <\"$1/attempts/$2/run/process\" && kill -KILL \"$pid\"";
            String root = sound.identify().workspaceRoot();
            sound.run(new ShellRequest(
                    List.of("sh", "-c", script, "sh", root, attempt.toString()), "", Duration.ofSeconds(20)));
            return new CancelReport.Gone();
        }
    }

    private static final class NoGrace extends PassingHost {
        NoGrace(BuildHost sound) {
            super(sound);
        }

        @Override
        public CancelReport cancel(AttemptId attempt, Duration grace) throws ExecutorException {
            return sound.cancel(attempt, Duration.ZERO);
        }
    }

    private static final class TakesSuccess extends PassingHost {
        private final Set<AttemptId> cancelled = ConcurrentHashMap.newKeySet();

        TakesSuccess(BuildHost sound) {
            super(sound);
        }

        @Override
        public CancelReport cancel(AttemptId attempt, Duration grace) throws ExecutorException {
            cancelled.add(attempt);
            return sound.cancel(attempt, grace);
        }

        @Override
        public RunReport follow(FollowRequest request, OutputSink sink) throws ExecutorException {
            RunReport report = sound.follow(request, sink);
            return cancelled.contains(request.attempt()) ? new RunReport.Exited(0) : report;
        }
    }

    private static final class Forgets extends PassingHost {
        private final Set<AttemptId> started = ConcurrentHashMap.newKeySet();

        Forgets(BuildHost sound) {
            super(sound);
        }

        @Override
        public StartReport start(StartRequest request) throws ExecutorException {
            started.add(request.attempt());
            return sound.start(request);
        }

        @Override
        public CancelReport cancel(AttemptId attempt, Duration grace) throws ExecutorException {
            return started.contains(attempt) ? sound.cancel(attempt, grace) : new CancelReport.Gone();
        }
    }
}
