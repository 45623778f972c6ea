package build.offload.conformance.executor;

import static build.offload.conformance.executor.ExecutorFault.fault;

import build.offload.spi.executor.BuildHost;
import build.offload.spi.executor.BuildHost.CollectReport;
import build.offload.spi.executor.BuildHost.CollectRequest;
import build.offload.spi.executor.BuildHost.OutputFile;
import build.offload.spi.executor.ExecutorException;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.OutputPattern;
import build.offload.spi.model.TreeId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Mistakes about bringing outputs back. */
final class CollectFaults {

    private CollectFaults() {}

    static List<ExecutorFault> all() {
        return Stream.of(ofWhatComes(), ofWhatIsSaid(), ofLimits())
                .flatMap(List::stream)
                .toList();
    }

    private static List<ExecutorFault> ofWhatComes() {
        return List.of(
                fault(
                        "E-COLLECT-01",
                        "brings everything back",
                        asking(request -> new CollectRequest(
                                request.attempt(),
                                List.of(new OutputPattern("**")),
                                request.staging(),
                                request.limitBytes(),
                                request.limitFiles()))),
                fault("E-COLLECT-01", "leaves hidden files behind", WithoutHidden::new),
                fault(
                        "E-COLLECT-02",
                        "makes everything executable",
                        files(file -> new OutputFile(file.path(), true, file.size(), file.sha256()))),
                fault(
                        "E-COLLECT-02",
                        "makes digests up",
                        files(file -> new OutputFile(file.path(), file.executable(), file.size(), "0".repeat(64)))),
                fault(
                        "E-COLLECT-02",
                        "makes sizes up",
                        files(file -> new OutputFile(file.path(), file.executable(), file.size() + 1, file.sha256()))));
    }

    private static List<ExecutorFault> ofWhatIsSaid() {
        return List.of(
                fault("E-COLLECT-03", "follows links", FollowsLinks::new),
                fault(
                        "E-COLLECT-04",
                        "passes pipes over in silence",
                        reporting(report -> new CollectReport(
                                report.tree(), report.files(), report.unmatched(), List.of(), report.duration()))),
                fault(
                        "E-COLLECT-05",
                        "passes missing outputs over in silence",
                        reporting(report -> new CollectReport(
                                report.tree(), report.files(), List.of(), report.refused(), report.duration()))),
                fault(
                        "E-COLLECT-06",
                        "reports another tree",
                        reporting(report -> new CollectReport(
                                new TreeId("b".repeat(40)),
                                report.files(),
                                report.unmatched(),
                                report.refused(),
                                report.duration()))));
    }

    private static List<ExecutorFault> ofLimits() {
        return List.of(
                fault(
                        "E-COLLECT-07",
                        "overlooks the limit",
                        asking(request -> new CollectRequest(
                                request.attempt(),
                                request.outputs(),
                                request.staging(),
                                Long.MAX_VALUE,
                                request.limitFiles()))),
                fault("E-COLLECT-08", "writes beside the staging folder", writing("../beside")),
                fault("E-COLLECT-08", "leaves a temporary file in it", writing("x.part")),
                fault(
                        "E-COLLECT-10",
                        "overlooks how many files there are",
                        asking(request -> new CollectRequest(
                                request.attempt(),
                                request.outputs(),
                                request.staging(),
                                request.limitBytes(),
                                Integer.MAX_VALUE))),
                fault("E-COLLECT-09", "collects once", Once::new));
    }

    private static UnaryOperator<BuildHost> asking(UnaryOperator<CollectRequest> change) {
        return sound -> new PassingHost(sound) {
            @Override
            public CollectReport collect(CollectRequest request) throws ExecutorException {
                return sound.collect(change.apply(request));
            }
        };
    }

    private static UnaryOperator<BuildHost> reporting(UnaryOperator<CollectReport> change) {
        return sound -> new PassingHost(sound) {
            @Override
            public CollectReport collect(CollectRequest request) throws ExecutorException {
                return change.apply(sound.collect(request));
            }
        };
    }

    private static UnaryOperator<BuildHost> files(UnaryOperator<OutputFile> change) {
        return reporting(report -> new CollectReport(
                report.tree(),
                report.files().stream().map(change).toList(),
                report.unmatched(),
                report.refused(),
                report.duration()));
    }

    private static UnaryOperator<BuildHost> writing(String path) {
        return sound -> new PassingHost(sound) {
            @Override
            public CollectReport collect(CollectRequest request) throws ExecutorException {
                write(request.staging().resolve(path));
                return sound.collect(request);
            }
        };
    }

    private static void write(Path file) {
        try {
            Files.writeString(file, "a mistake");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static final class WithoutHidden extends PassingHost {
        WithoutHidden(BuildHost sound) {
            super(sound);
        }

        @Override
        public CollectReport collect(CollectRequest request) throws ExecutorException {
            CollectReport report = sound.collect(request);
            List<OutputFile> seen = report.files().stream()
                    .filter(file -> !file.path().value().contains("/."))
                    .toList();
            return new CollectReport(report.tree(), seen, report.unmatched(), report.refused(), report.duration());
        }
    }

    private static final class FollowsLinks extends PassingHost {
        FollowsLinks(BuildHost sound) {
            super(sound);
        }

        @Override
        public CollectReport collect(CollectRequest request) throws ExecutorException {
            CollectReport report = sound.collect(request);
            report.refused().stream()
                    .filter(line -> line.contains(": is a link, "))
                    .forEach(line -> write(request.staging().resolve(line.substring(0, line.indexOf(':')))));
            return report;
        }
    }

    private static final class Once extends PassingHost {
        private final Set<AttemptId> collected = ConcurrentHashMap.newKeySet();

        Once(BuildHost sound) {
            super(sound);
        }

        @Override
        public CollectReport collect(CollectRequest request) throws ExecutorException {
            CollectReport report = sound.collect(request);
            return collected.add(request.attempt())
                    ? report
                    : new CollectReport(
                            report.tree(), List.of(), request.outputs(), report.refused(), report.duration());
        }
    }
}
