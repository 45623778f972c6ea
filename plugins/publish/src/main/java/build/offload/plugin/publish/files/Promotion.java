package build.offload.plugin.publish.files;

import build.offload.plugin.publish.checkout.Site;
import build.offload.plugin.publish.checkout.Sweep;
import build.offload.spi.model.FileStamp;
import build.offload.spi.publish.PublicationStrategy.Conflict;
import build.offload.spi.publish.PublicationStrategy.Placed;
import build.offload.spi.publish.PublicationStrategy.PromotionReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One promotion, from the first look to the last sweep. Each durable state is entered by writing the journal, and each step
 * before and after that may be repeated:
 *
 * <pre>
 *   (no journal)  compare, copy ──▶ PLACING  compare, rename one by one ──▶ PLACED  sweep
 *                                      │ one changed meanwhile
 *                                      ▼
 *                                   UNDOING  put back, sweep ──▶ (no journal)
 * </pre>
 */
final class Promotion {

    private final Site site;
    private final Journal journal;
    private final Placement placement;
    private final PutBack putBack;
    private final Sweep sweep;

    Promotion(Site site) {
        this.site = site;
        this.journal = new Journal(site);
        this.placement = new Placement(site);
        this.putBack = new PutBack(site, placement);
        this.sweep = new Sweep(site);
    }

    PromotionReport run() throws IOException {
        Optional<JournalState> state = journal.read();
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
        // What a crash before the journal left.
        sweep.files();
        Preparation preparation = new Preparation(site);
        List<Conflict> conflicts = preparation.compare();
        if (!conflicts.isEmpty()) {
            return new PromotionReport.Blocked(List.copyOf(conflicts));
        }
        return place(prepare(preparation));
    }

    private JournalState prepare(Preparation preparation) throws IOException {
        try {
            JournalState state = preparation.copy();
            journal.write(state);
            return state;
        } catch (IOException failed) {
            attempt(failed, () -> {
                journal.clear();
                sweep.files();
            });
            throw failed;
        }
    }

    private PromotionReport place(JournalState state) throws IOException {
        List<Item> items = new ArrayList<>(state.items());
        List<Conflict> conflicts;
        try {
            conflicts = placeAll(items);
        } catch (IOException failed) {
            attempt(failed, () -> turnBack(state, items, List.of()));
            throw failed;
        }
        return conflicts.isEmpty() ? placed(state, items) : turnBack(state, items, conflicts);
    }

    /** Compare all, rename each, and look at all once more; stops at what stands in the way, and returns it. */
    private List<Conflict> placeAll(List<Item> items) throws IOException {
        List<Conflict> conflicts = takeStock(items);
        site.at("compared");
        for (int i = 0; i < items.size() && conflicts.isEmpty(); i++) {
            if (items.get(i).placed().isEmpty()) {
                conflicts = placeOne(items, i);
            }
        }
        if (conflicts.isEmpty()) {
            placement.syncFolders(items);
            conflicts = takeStock(items);
        }
        return conflicts;
    }

    private List<Conflict> placeOne(List<Item> items, int index) throws IOException {
        Item item = items.get(index);
        return switch (placement.place(item)) {
            case Placement.Placed.Refused(String reason) -> List.of(conflict(item, reason));
            case Placement.Placed.Done(FileStamp stamp) -> {
                items.set(index, item.placedAs(stamp));
                yield List.of();
            }
        };
    }

    /** Look where every file is, and note those in place; returns what stands in the way of going on. */
    private List<Conflict> takeStock(List<Item> items) throws IOException {
        List<Conflict> conflicts = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            Item item = items.get(i);
            switch (placement.standing(item)) {
                case Placement.Standing.Waiting _ -> {
                    // Its turn comes.
                }
                case Placement.Standing.InPlace(FileStamp stamp) -> items.set(i, item.placedAs(stamp));
                case Placement.Standing.Disturbed(String reason) -> conflicts.add(conflict(item, reason));
            }
        }
        return conflicts;
    }

    private Conflict conflict(Item item, String reason) {
        return new Conflict(item.target(site).path(), reason);
    }

    private PromotionReport placed(JournalState state, List<Item> items) throws IOException {
        JournalState done = state.placed(items);
        journal.write(done);
        return finish(done);
    }

    /** The journal stays, so that the same question gets the same answer. */
    private PromotionReport finish(JournalState state) throws IOException {
        sweep.files();
        return new PromotionReport.Promoted(state.items().stream()
                .map(item -> new Placed(item.target(site).path(), item.placed().orElseThrow()))
                .toList());
    }

    private PromotionReport turnBack(JournalState state, List<Item> items, List<Conflict> because) throws IOException {
        JournalState back = state.undoing(items, because);
        journal.write(back);
        return undo(back);
    }

    private PromotionReport undo(JournalState state) throws IOException {
        List<Conflict> conflicts = new ArrayList<>(state.conflicts());
        for (Item item : state.items().reversed()) {
            putBack.putBack(item).ifPresent(reason -> conflicts.add(conflict(item, reason)));
        }
        sweep.files();
        sweep.folders(state.folders());
        placement.syncFolders(state.items());
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
