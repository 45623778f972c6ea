package build.offload.kernel.rig;

import build.offload.spi.model.AttemptId;
import build.offload.spi.model.FileStamp;
import build.offload.spi.model.OutputPath;
import build.offload.spi.publish.PublicationStrategy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Promotes into a real folder, with a journal that says no more than that it began; or does what a test says instead. It
 * outlives every controller, and so remembers what it put in place: what it began it finishes, or puts back when somebody has
 * written meanwhile where it had not come yet. What is in place is not put there again.
 */
public final class ScriptedPublication implements PublicationStrategy {

    private final Stalls stalls;
    private final Deque<Play> plays = new ArrayDeque<>();
    private final List<AttemptId> finished = new ArrayList<>();
    private final Map<AttemptId, Map<OutputPath, FileStamp>> inPlace = new HashMap<>();
    private Witness witness = Witness.NOBODY;

    ScriptedPublication(Stalls stalls) {
        this.stalls = stalls;
    }

    /** Is told how promotions go. */
    public interface Witness {
        Witness NOBODY = new Witness() {
            @Override
            public void begins(PromotionRequest request) {}

            @Override
            public void putBack(PromotionRequest request) {}
        };

        /** A promotion was found to be allowed; nothing is in place yet. */
        void begins(PromotionRequest request);

        /** What a promotion replaced is where it was. */
        void putBack(PromotionRequest request);
    }

    /** What comes instead of a smooth promotion. */
    public enum Play {
        /** A file stands in the way. */
        BLOCKS,
        /** The file system refuses before anything was journaled. */
        FAILS_BEFORE_JOURNAL,
        /** The file system refuses when one file is in place. */
        FAILS_HALF_WAY,
        /** The call never comes back, and has done nothing. */
        STALLS,
        /** The controller dies before anything was journaled. */
        DIES_BEFORE_JOURNAL,
        /** The controller dies when one file is in place. */
        DIES_HALF_WAY,
        /** The controller dies when all files are in place. */
        DIES_AT_THE_END
    }

    /** The next promotion goes like this; further ones after it, in order. */
    public void next(Play play) {
        plays.addLast(play);
    }

    /** Promotions that were planned go smoothly after all. */
    public void recovers() {
        plays.clear();
    }

    /** Have somebody told how each promotion goes. */
    public void tell(Witness told) {
        witness = told;
    }

    /** Return the attempts whose promotion came to its end, each time it did. */
    public List<AttemptId> finished() {
        return List.copyOf(finished);
    }

    @Override
    public String name() {
        return "scripted-publication";
    }

    @Override
    public PromotionReport promote(PromotionRequest request) throws IOException {
        Optional<Play> play = Optional.ofNullable(plays.pollFirst());
        play.ifPresent(this::beforeJournal);
        if (play.equals(Optional.of(Play.BLOCKS))) {
            return blocked(request, request.targets());
        }
        if (play.equals(Optional.of(Play.FAILS_BEFORE_JOURNAL))) {
            throw new IOException("as scripted: no room left");
        }
        return carryOn(request, play);
    }

    private void beforeJournal(Play play) {
        if (play == Play.STALLS) {
            stalls.raise();
        }
        if (play == Play.DIES_BEFORE_JOURNAL) {
            throw new Death("before the promotion's journal");
        }
    }

    private PromotionReport carryOn(PromotionRequest request, Optional<Play> play) throws IOException {
        Map<OutputPath, FileStamp> placed = inPlace.computeIfAbsent(request.attempt(), _ -> new LinkedHashMap<>());
        List<Target> waiting = request.targets().stream()
                .filter(target -> !placed.containsKey(target.path()))
                .toList();
        List<Target> inTheWay = inTheWay(request, waiting);
        Path began = request.journal().resolve("began");
        if (!inTheWay.isEmpty()) {
            putBack(request, placed);
            Files.deleteIfExists(began);
            return blocked(request, inTheWay);
        }
        if (Files.notExists(began)) {
            witness.begins(request);
            Files.createFile(began);
        }
        for (Target target : waiting) {
            placed.put(target.path(), place(request, target.path()));
            halfWay(play);
        }
        if (play.equals(Optional.of(Play.DIES_AT_THE_END))) {
            throw new Death("at the end of a promotion");
        }
        finished.add(request.attempt());
        return new PromotionReport.Promoted(placed.entrySet().stream()
                .map(one -> new Placed(one.getKey(), one.getValue()))
                .toList());
    }

    private static void halfWay(Optional<Play> play) throws IOException {
        if (play.equals(Optional.of(Play.FAILS_HALF_WAY))) {
            throw new IOException("as scripted: the disk is gone");
        }
        if (play.equals(Optional.of(Play.DIES_HALF_WAY))) {
            throw new Death("in the middle of a promotion");
        }
    }

    private static PromotionReport.Blocked blocked(PromotionRequest request, List<Target> targets) {
        return new PromotionReport.Blocked(targets.stream()
                .map(target -> new Conflict(target.path(), "stands otherwise in " + request.checkout()))
                .toList());
    }

    private static List<Target> inTheWay(PromotionRequest request, List<Target> waiting) throws IOException {
        List<Target> found = new ArrayList<>();
        for (Target target : waiting) {
            Path file = request.checkout().resolve(target.path().value());
            boolean allowed =
                    Files.exists(file) ? target.mayBe().contains(Checkout.stampOf(file)) : target.mayBeAbsent();
            if (!allowed) {
                found.add(target);
            }
        }
        return found;
    }

    private static FileStamp place(PromotionRequest request, OutputPath path) throws IOException {
        Path file = request.checkout().resolve(path.value());
        Files.createDirectories(file.getParent());
        Path beside = file.resolveSibling(OutputPath.RESERVED_PREFIX + file.getFileName());
        Files.copy(request.staging().resolve(path.value()), beside, StandardCopyOption.REPLACE_EXISTING);
        if (Files.exists(file)) {
            Files.move(file, replaced(request, path), StandardCopyOption.REPLACE_EXISTING);
        }
        Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
        return Checkout.stampOf(file);
    }

    /** Return where the file is kept that a promotion replaced. */
    private static Path replaced(PromotionRequest request, OutputPath path) {
        return request.journal().resolve(path.value().replace('/', '-'));
    }

    /** Take out again what is still as it was put there. */
    private void putBack(PromotionRequest request, Map<OutputPath, FileStamp> placed) throws IOException {
        for (Map.Entry<OutputPath, FileStamp> one : placed.entrySet()) {
            Path file = request.checkout().resolve(one.getKey().value());
            Path before = replaced(request, one.getKey());
            if (Files.exists(file) && Checkout.stampOf(file).equals(one.getValue())) {
                Files.delete(file);
            }
            if (Files.exists(before) && Files.notExists(file)) {
                Files.move(before, file);
            }
            Files.deleteIfExists(before);
        }
        if (!placed.isEmpty()) {
            placed.clear();
            witness.putBack(request);
        }
    }
}
