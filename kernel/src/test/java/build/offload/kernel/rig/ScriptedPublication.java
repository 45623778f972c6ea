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
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Promotes into a real folder, with a journal that says no more than that it began; or does what a test says instead. It
 * outlives every controller, and what it began it finishes.
 */
public final class ScriptedPublication implements PublicationStrategy {

    private final Stalls stalls;
    private final Deque<Play> plays = new ArrayDeque<>();
    private final List<AttemptId> finished = new ArrayList<>();
    private Consumer<PromotionRequest> whenItBegins = _ -> {};

    ScriptedPublication(Stalls stalls) {
        this.stalls = stalls;
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

    /** Have somebody told of each promotion that is found to be allowed, before anything is put in place. */
    public void whenItBegins(Consumer<PromotionRequest> listener) {
        whenItBegins = listener;
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
        Path began = request.journal().resolve("began");
        if (Files.notExists(began)) {
            List<Target> inTheWay = inTheWay(request);
            if (!inTheWay.isEmpty()) {
                return blocked(request, inTheWay);
            }
            whenItBegins.accept(request);
            Files.createFile(began);
        }
        List<Placed> placed = new ArrayList<>();
        for (Target target : request.targets()) {
            placed.add(place(request, target));
            halfWay(play);
        }
        if (play.equals(Optional.of(Play.DIES_AT_THE_END))) {
            throw new Death("at the end of a promotion");
        }
        finished.add(request.attempt());
        return new PromotionReport.Promoted(placed);
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

    private static List<Target> inTheWay(PromotionRequest request) throws IOException {
        List<Target> found = new ArrayList<>();
        for (Target target : request.targets()) {
            Path file = request.checkout().resolve(target.path().value());
            boolean allowed =
                    Files.exists(file) ? target.mayBe().contains(Checkout.stampOf(file)) : target.mayBeAbsent();
            if (!allowed) {
                found.add(target);
            }
        }
        return found;
    }

    private static Placed place(PromotionRequest request, Target target) throws IOException {
        OutputPath path = target.path();
        Path file = request.checkout().resolve(path.value());
        Files.createDirectories(file.getParent());
        Path beside = file.resolveSibling(OutputPath.RESERVED_PREFIX + file.getFileName());
        Files.copy(request.staging().resolve(path.value()), beside, StandardCopyOption.REPLACE_EXISTING);
        Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
        FileStamp stamp = Checkout.stampOf(file);
        return new Placed(path, stamp);
    }
}
