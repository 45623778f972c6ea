package build.offload.conformance.publication;

import build.offload.plugin.publish.directory.PublishDirectory;
import build.offload.plugin.publish.files.PublishFiles;
import build.offload.spi.model.FileStamp;
import build.offload.spi.model.OutputPath;
import build.offload.spi.publish.PublicationStrategy;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Strategies that are ours but for one mistake. */
final class BrokenStrategies {

    private BrokenStrategies() {}

    static List<StrategyFault> all() {
        return Stream.of(comparing(), harming(), movingFolders(), cutOff())
                .flatMap(List::stream)
                .toList();
    }

    private static StrategyFault fault(String rule, String name, PublicationStrategy strategy, String... alsoFelt) {
        return new StrategyFault(rule, name, strategy, List.of(alsoFelt));
    }

    private static List<StrategyFault> comparing() {
        return List.of(
                fault("P-TARGET-01", "reports stamps of before", new Reporting(BrokenStrategies::withOldStamps)),
                fault(
                        "P-TARGET-02",
                        "takes whatever stands there",
                        new Asking(BrokenStrategies::anyStamp),
                        "P-TARGET-03",
                        "P-LEFT-01"),
                fault(
                        "P-TARGET-03",
                        "takes what may only be absent",
                        new Asking(request -> mapped(
                                request, target -> target.mayBe().isEmpty() ? anyStamp(request, target) : target))),
                fault(
                        "P-TARGET-04",
                        "makes what is gone",
                        new Asking(request -> mapped(request, BrokenStrategies::mayBeAbsent))),
                fault(
                        "P-AGAIN-01",
                        "forgets what it did",
                        new Following(request ->
                                Files.deleteIfExists(request.journal().resolve("promotion")))));
    }

    private static List<StrategyFault> harming() {
        return List.of(
                fault("P-WAY-01", "writes behind links", new FollowingLinks()),
                fault("P-WAY-02", "takes a link at a target away", new Asking(BrokenStrategies::withoutLinks)),
                fault(
                        "P-MODE-01",
                        "sets the bit that lends its owner's rights",
                        new Following(BrokenStrategies::setSpecialBits),
                        "P-TARGET-01"),
                fault("P-OTHER-01", "mirrors what was built", new Following(BrokenStrategies::mirror)),
                fault(
                        "P-LEFT-01",
                        "leaves a file behind",
                        new Following(request -> Files.writeString(
                                request.checkout().resolve(Yard.OUT).resolve(".offload-left"), "")),
                        "P-OTHER-01"));
    }

    private static List<StrategyFault> movingFolders() {
        return List.of(
                fault("P-FOLDER-01", "carries everything over", new FolderAsking(_ -> Map.of())),
                fault("P-FOLDER-02", "drops what was changed", new FolderAsking(BrokenStrategies::asItIs)),
                fault("P-READER-01", "writes into the file in place", new WritingInPlace(), "P-AGAIN-01"),
                fault("P-READER-02", "moves a folder's files one by one", new FileByFile(), "P-FOLDER-01"));
    }

    private static List<StrategyFault> cutOff() {
        String[] alsoFelt = {"P-TARGET-02", "P-TARGET-04", "P-AGAIN-01", "P-WAY-01"};
        return List.of(
                fault("P-KILL-01", "keeps no journal of the whole", new JournalOfEachFile(), alsoFelt),
                fault("P-INTERRUPT-01", "keeps no journal of the whole", new JournalOfEachFile(), alsoFelt));
    }

    private static PublicationStrategy.PromotionReport withOldStamps(PublicationStrategy.PromotionReport report) {
        return switch (report) {
            case PublicationStrategy.PromotionReport.Promoted(var files) ->
                new PublicationStrategy.PromotionReport.Promoted(files.stream()
                        .map(file -> new PublicationStrategy.Placed(
                                file.path(),
                                new FileStamp(
                                        file.stamp().inode(),
                                        file.stamp().size(),
                                        file.stamp().modifiedNanos(),
                                        file.stamp().changedNanos() - 1)))
                        .toList());
            case PublicationStrategy.PromotionReport.Blocked blocked -> blocked;
        };
    }

    private static PublicationStrategy.PromotionRequest mapped(
            PublicationStrategy.PromotionRequest request, UnaryOperator<PublicationStrategy.Target> change) {
        return new PublicationStrategy.PromotionRequest(
                request.attempt(),
                request.checkout(),
                request.staging(),
                request.journal(),
                request.targets().stream().map(change).toList(),
                request.folders());
    }

    private static PublicationStrategy.PromotionRequest anyStamp(PublicationStrategy.PromotionRequest request) {
        return mapped(request, target -> anyStamp(request, target));
    }

    private static PublicationStrategy.Target anyStamp(
            PublicationStrategy.PromotionRequest request, PublicationStrategy.Target target) {
        Set<FileStamp> now = Yard.stampOf(
                        request.checkout().resolve(target.path().value()))
                .map(Set::of)
                .orElse(target.mayBe());
        return new PublicationStrategy.Target(
                target.path(), target.executable(), target.size(), target.sha256(), target.mayBeAbsent(), now);
    }

    private static PublicationStrategy.Target mayBeAbsent(PublicationStrategy.Target target) {
        return new PublicationStrategy.Target(
                target.path(), target.executable(), target.size(), target.sha256(), true, target.mayBe());
    }

    private static void setSpecialBits(PublicationStrategy.PromotionRequest request) throws IOException {
        for (PublicationStrategy.Target target : request.targets()) {
            Path file = request.checkout().resolve(target.path().value());
            if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                Files.setAttribute(file, "unix:mode", 04755);
            }
        }
    }

    private static PublicationStrategy.PromotionRequest withoutLinks(PublicationStrategy.PromotionRequest request) {
        for (PublicationStrategy.Target target : request.targets()) {
            Path path = request.checkout().resolve(target.path().value());
            if (Files.isSymbolicLink(path)) {
                path.toFile().delete();
            }
        }
        return request;
    }

    /** Remove everything beside the targets, as a tool does that copies trees. */
    private static void mirror(PublicationStrategy.PromotionRequest request) throws IOException {
        Set<String> brought = Set.copyOf(
                request.targets().stream().map(target -> target.path().value()).toList());
        try (Stream<Path> all = Files.walk(request.checkout().resolve(Yard.OUT))) {
            for (Path path : (Iterable<Path>) all::iterator) {
                String name = request.checkout().relativize(path).toString();
                if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS) && !brought.contains(name)) {
                    Files.delete(path);
                }
            }
        }
    }

    private static Map<OutputPath, FileStamp> asItIs(PublicationStrategy.PromotionRequest request) {
        OutputPath edited = new OutputPath(Yard.OUT + "/edited");
        Optional<FileStamp> now = Yard.stampOf(request.checkout().resolve(edited.value()));
        return now.map(stamp -> Map.of(edited, stamp))
                .orElse(request.folders().getFirst().outdated());
    }

    /** Files one by one, where a request is made into another before. */
    private record Asking(UnaryOperator<PublicationStrategy.PromotionRequest> change) implements PublicationStrategy {
        @Override
        public String name() {
            return "asking";
        }

        @Override
        public PromotionReport promote(PromotionRequest request) throws IOException {
            return new PublishFiles().promote(change.apply(request));
        }
    }

    /** Files one by one, where a report is made into another. */
    private record Reporting(UnaryOperator<PromotionReport> change) implements PublicationStrategy {
        @Override
        public String name() {
            return "reporting";
        }

        @Override
        public PromotionReport promote(PromotionRequest request) throws IOException {
            return change.apply(new PublishFiles().promote(request));
        }
    }

    @FunctionalInterface
    private interface Deed {
        void run(PublicationStrategy.PromotionRequest request) throws IOException;
    }

    /** Files one by one, after which something is done that must not be. */
    private record Following(Deed deed) implements PublicationStrategy {
        @Override
        public String name() {
            return "following";
        }

        @Override
        public PromotionReport promote(PromotionRequest request) throws IOException {
            PromotionReport report = new PublishFiles().promote(request);
            if (report instanceof PromotionReport.Promoted) {
                deed.run(request);
            }
            return report;
        }
    }

    @FunctionalInterface
    private interface Outdated {
        Map<OutputPath, FileStamp> of(PublicationStrategy.PromotionRequest request);
    }

    /** Whole folders, where something else is said to be outdated. */
    private record FolderAsking(Outdated outdated) implements PublicationStrategy {
        @Override
        public String name() {
            return "folder-asking";
        }

        @Override
        public Unit unit() {
            return Unit.FOLDER;
        }

        @Override
        public PromotionReport promote(PromotionRequest request) throws IOException {
            WholeFolder folder = new WholeFolder(request.folders().getFirst().path(), outdated.of(request));
            return new PublishDirectory()
                    .promote(new PromotionRequest(
                            request.attempt(),
                            request.checkout(),
                            request.staging(),
                            request.journal(),
                            request.targets(),
                            List.of(folder)));
        }
    }

    /** Says that it moves folders. */
    private record FileByFile() implements PublicationStrategy {
        @Override
        public String name() {
            return "file-by-file";
        }

        @Override
        public Unit unit() {
            return Unit.FOLDER;
        }

        @Override
        public PromotionReport promote(PromotionRequest request) throws IOException {
            return new PublishFiles().promote(request);
        }
    }

    /** Copies what is staged to where the path leads, whoever made the folders on the way. */
    private record FollowingLinks() implements PublicationStrategy {
        @Override
        public String name() {
            return "following-links";
        }

        @Override
        public PromotionReport promote(PromotionRequest request) throws IOException {
            PromotionReport report = new PublishFiles().promote(request);
            if (report instanceof PromotionReport.Blocked) {
                for (Target target : request.targets()) {
                    Path folder =
                            request.checkout().resolve(target.path().value()).resolveSibling("");
                    if (Files.isSymbolicLink(folder)) {
                        Files.writeString(folder.resolve("b"), "new");
                    }
                }
            }
            return report;
        }
    }

    /** Writes into files that are there, a piece at a time. */
    private record WritingInPlace() implements PublicationStrategy {
        @Override
        public String name() {
            return "writing-in-place";
        }

        @Override
        public PromotionReport promote(PromotionRequest request) throws IOException {
            List<Placed> placed = new ArrayList<>();
            for (Target target : request.targets()) {
                Path file = request.checkout().resolve(target.path().value());
                if (Yard.stampOf(file).filter(target.mayBe()::contains).isEmpty()) {
                    return new PublishFiles().promote(request);
                }
            }
            for (Target target : request.targets()) {
                Path file = request.checkout().resolve(target.path().value());
                byte[] content = Files.readAllBytes(
                        request.staging().resolve(target.path().value()));
                try (OutputStream out = Files.newOutputStream(file)) {
                    for (byte one : content) {
                        out.write(one);
                    }
                }
                placed.add(new Placed(target.path(), Yard.stampOf(file).orElseThrow()));
            }
            return new PromotionReport.Promoted(placed);
        }
    }
}
