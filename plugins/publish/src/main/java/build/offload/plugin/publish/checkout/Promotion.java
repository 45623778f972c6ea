package build.offload.plugin.publish.checkout;

import build.offload.spi.publish.PublicationStrategy.Conflict;
import build.offload.spi.publish.PublicationStrategy.PromotionReport;
import build.offload.spi.publish.PublicationStrategy.PromotionRequest;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One promotion, from the first look to the last sweep. Each durable state is entered by writing the journal, and each step
 * before and after that may be repeated:
 *
 * <pre>
 *   (no journal)  compare, copy ──▶ PLACING  compare, place one by one ──▶ PLACED  sweep
 *                                      │ one changed meanwhile
 *                                      ▼
 *                                   UNDOING  put back, sweep ──▶ (no journal)
 * </pre>
 *
 * <p>For one thread.
 */
public final class Promotion<I> {

    private final Site site;
    private final Cargo<I> cargo;
    private final Journal<I> journal;
    private final Sweep sweep;

    /** Create the promotion of a cargo at a site; nothing happens yet. */
    public Promotion(Site site, Cargo<I> cargo) {
        this.site = site;
        this.cargo = cargo;
        this.journal = new Journal<>(site, cargo);
        this.sweep = new Sweep(site);
    }

    /**
     * Promote, or go on where an earlier call was interrupted.
     *
     * @throws IOException when the file system refuses; says where, and what to do
     */
    public PromotionReport run() throws IOException {
        try {
            return runFrom(journal.read());
        } catch (FileSystemException refused) {
            throw new IOException(explained(refused), refused);
        }
    }

    /** Folders are reached by descriptor, so the exception's own path says nothing but its last name. */
    private String explained(FileSystemException refused) {
        PromotionRequest request = site.request();
        String file = String.valueOf(refused.getFile());
        String reason = String.valueOf(refused.getReason());
        return "promoting " + request.attempt() + " into " + request.checkout() + " stopped at '"
                + file.substring(file.lastIndexOf('/') + 1) + "': "
                + refused.getClass().getSimpleName() + " (" + reason
                + "); see to it and promote again, which goes on or puts back";
    }

    private PromotionReport runFrom(Optional<JournalState<I>> state) throws IOException {
        if (state.isEmpty()) {
            return begin();
        }
        return switch (state.get().phase()) {
            case PLACING -> place(state.get());
            case PLACED -> finish(state.get());
            case UNDOING -> undo(state.get());
        };
    }

    private PromotionReport begin() throws IOException {
        site.at("begin");
        cargo.sweep();
        List<Conflict> conflicts = cargo.compare();
        if (!conflicts.isEmpty()) {
            return new PromotionReport.Blocked(List.copyOf(conflicts));
        }
        return place(prepare());
    }

    private JournalState<I> prepare() throws IOException {
        try {
            JournalState<I> state = cargo.copy();
            journal.write(state);
            return state;
        } catch (IOException failed) {
            attempt(failed, () -> {
                journal.clear();
                cargo.sweep();
            });
            throw failed;
        }
    }

    private PromotionReport place(JournalState<I> state) throws IOException {
        List<I> items = new ArrayList<>(state.items());
        List<Conflict> conflicts;
        try {
            conflicts = placeAll(items);
        } catch (IOException failed) {
            attempt(failed, () -> turnBack(state, items, List.of()));
            throw failed;
        }
        return conflicts.isEmpty() ? placed(state, items) : turnBack(state, items, conflicts);
    }

    /** Compare all, place each, and look at all once more; stops at what stands in the way, and returns it. */
    private List<Conflict> placeAll(List<I> items) throws IOException {
        List<Conflict> conflicts = takeStock(items);
        site.at("compared");
        for (int i = 0; i < items.size() && conflicts.isEmpty(); i++) {
            if (!cargo.inPlace(items.get(i))) {
                note(cargo.place(items.get(i)), items, i, conflicts);
            }
        }
        if (conflicts.isEmpty()) {
            cargo.sync(items);
            conflicts = takeStock(items);
        }
        return conflicts;
    }

    /** Look where everything is, and note what is in place; returns what stands in the way of going on. */
    private List<Conflict> takeStock(List<I> items) throws IOException {
        List<Conflict> conflicts = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            note(cargo.standing(items.get(i)), items, i, conflicts);
        }
        return conflicts;
    }

    private void note(Standing<I> standing, List<I> items, int index, List<Conflict> conflicts) {
        switch (standing) {
            case Standing.Waiting<I> _ -> {
                // Its turn comes.
            }
            case Standing.InPlace<I>(I item) -> items.set(index, item);
            case Standing.Disturbed<I>(Conflict conflict) -> conflicts.add(conflict);
        }
    }

    private PromotionReport placed(JournalState<I> state, List<I> items) throws IOException {
        JournalState<I> done = state.placed(items);
        journal.write(done);
        return finish(done);
    }

    /** The journal stays, so that the same question gets the same answer. */
    private PromotionReport finish(JournalState<I> state) throws IOException {
        cargo.sweepPlaced(state.items());
        return new PromotionReport.Promoted(state.items().stream()
                .flatMap(item -> cargo.placed(item).stream())
                .toList());
    }

    private PromotionReport turnBack(JournalState<I> state, List<I> items, List<Conflict> because) throws IOException {
        JournalState<I> back = state.undoing(items, because);
        journal.write(back);
        return undo(back);
    }

    private PromotionReport undo(JournalState<I> state) throws IOException {
        List<Conflict> conflicts = new ArrayList<>(state.conflicts());
        for (I item : state.items().reversed()) {
            cargo.putBack(item).ifPresent(conflicts::add);
        }
        conflicts.addAll(cargo.sweepUndone(state.items()));
        sweep.folders(state.folders());
        cargo.sync(state.items());
        site.at("all is back");
        journal.clear();
        return new PromotionReport.Blocked(List.copyOf(conflicts));
    }

    @FunctionalInterface
    private interface Remedy {
        void run() throws IOException;
    }

    /** Try to leave the checkout as it was; if that fails too, the journal says how to go on. */
    private static void attempt(IOException failed, Remedy remedy) {
        try {
            remedy.run();
        } catch (IOException worse) {
            failed.addSuppressed(worse);
        }
    }
}
