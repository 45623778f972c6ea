package build.offload.conformance.executor;

import static build.offload.conformance.executor.ExecutorFault.fault;

import build.offload.spi.executor.BuildHost;
import build.offload.spi.executor.BuildHost.Keep;
import build.offload.spi.executor.BuildHost.PrepareReport;
import build.offload.spi.executor.BuildHost.PrepareRequest;
import build.offload.spi.executor.BuildHost.SweepReport;
import build.offload.spi.executor.ExecutorException;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.KeepPattern;
import build.offload.spi.model.MirrorId;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/** Mistakes about what a build leaves for the next one. */
final class KeepFaults {

    private static final Keep BUILT = new Keep(List.of(new KeepPattern("built/**")), List.of());

    private static final Keep ALL = new Keep(List.of(new KeepPattern("**")), List.of());

    private KeepFaults() {}

    static List<ExecutorFault> all() {
        return List.of(
                fault("E-KEEP-01", "forgets what was left", preparing(request -> with(request, Keep.NOTHING))),
                fault("E-KEEP-02", "keeps unasked", preparing(request -> with(request, BUILT))),
                fault("E-KEEP-03", "keeps everything", preparing(request -> with(request, ALL))),
                fault(
                        "E-KEEP-04",
                        "leaves former outputs",
                        preparing(
                                request -> with(request, new Keep(request.keep().patterns(), List.of())))),
                fault("E-KEEP-05", "shares what is kept", Shares::new),
                fault("E-KEEP-06", "discards nothing", NoDiscard::new),
                fault("E-KEEP-07", "tells of a kept workspace once", TellsOnce::new));
    }

    private static PrepareRequest with(PrepareRequest request, Keep keep) {
        return new PrepareRequest(request.attempt(), request.mirror(), request.snapshot(), keep);
    }

    private static UnaryOperator<BuildHost> preparing(UnaryOperator<PrepareRequest> change) {
        return sound -> new PassingHost(sound) {
            @Override
            public PrepareReport prepare(PrepareRequest request) throws ExecutorException {
                return sound.prepare(change.apply(request));
            }
        };
    }

    /** Has the third attempt work where the second does. */
    private static final class Shares extends PassingHost {
        Shares(BuildHost sound) {
            super(sound);
        }

        @Override
        public PrepareReport prepare(PrepareRequest request) throws ExecutorException {
            PrepareReport report = sound.prepare(request);
            if (request.attempt().number() == 3) {
                String attempts = sound.identify().workspaceRoot() + "/attempts/";
                AttemptId second = new AttemptId(request.attempt().job(), 2);
                String script = "rm -rf \"$2/work\" && ln -s \"$1/work\" \"$2/work\"";
                List<String> argv = List.of("sh", "-c", script, "sh", attempts + second, attempts + request.attempt());
                sound.run(new ShellRequest(argv, "", Duration.ofSeconds(30)));
            }
            return report;
        }
    }

    private static final class NoDiscard extends PassingHost {
        NoDiscard(BuildHost sound) {
            super(sound);
        }

        @Override
        public void discardWorkspace(MirrorId mirror) {}
    }

    private static final class TellsOnce extends PassingHost {
        private boolean told;

        TellsOnce(BuildHost sound) {
            super(sound);
        }

        @Override
        public SweepReport sweep(AttemptId attempt) throws ExecutorException {
            SweepReport report = sound.sweep(attempt);
            boolean again = told;
            told = true;
            return again ? new SweepReport.Removed() : report;
        }
    }
}
