package build.offload.plugin.publish.files;

import build.offload.plugin.publish.checkout.Cargo;
import build.offload.plugin.publish.checkout.JournalFile;
import build.offload.plugin.publish.checkout.JournalState;
import build.offload.plugin.publish.checkout.Site;
import build.offload.plugin.publish.checkout.Standing;
import build.offload.plugin.publish.checkout.Sweep;
import build.offload.spi.publish.PublicationStrategy.Conflict;
import build.offload.spi.publish.PublicationStrategy.Placed;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Single files, each of which takes its target's place by itself. */
final class FileCargo implements Cargo<Item> {

    private final Site site;
    private final Preparation preparation;
    private final Placement placement;
    private final PutBack putBack;
    private final Sweep sweep;

    FileCargo(Site site) {
        this.site = site;
        this.preparation = new Preparation(site);
        this.placement = new Placement(site);
        this.putBack = new PutBack(site, placement);
        this.sweep = new Sweep(site);
    }

    @Override
    public String journalHead() {
        return "offload promotion 1";
    }

    @Override
    public List<String> fields(Item item) {
        return List.of(
                Integer.toString(item.number()),
                Integer.toString(item.home()),
                JournalFile.field(Optional.of(item.fresh())),
                JournalFile.field(item.was()),
                JournalFile.field(item.placed()),
                item.target(site).path().value());
    }

    @Override
    public Item item(List<String> fields) {
        return new Item(
                Integer.parseInt(fields.get(0)),
                Integer.parseInt(fields.get(1)),
                JournalFile.stamp(fields.get(2)).orElseThrow(),
                JournalFile.stamp(fields.get(3)),
                JournalFile.stamp(fields.get(4)));
    }

    private Conflict conflict(Item item, String reason) {
        return new Conflict(item.target(site).path(), reason);
    }

    @Override
    public void sweep() throws IOException {
        sweep.files();
    }

    @Override
    public List<Conflict> compare() throws IOException {
        return preparation.compare();
    }

    @Override
    public JournalState<Item> copy() throws IOException {
        return preparation.copy();
    }

    @Override
    public Standing<Item> standing(Item item) throws IOException {
        return placement.standing(item);
    }

    @Override
    public boolean inPlace(Item item) {
        return item.placed().isPresent();
    }

    @Override
    public Standing<Item> place(Item item) throws IOException {
        return placement.place(item);
    }

    @Override
    public void sync(List<Item> items) throws IOException {
        placement.syncFolders(items);
    }

    @Override
    public Optional<Conflict> putBack(Item item) throws IOException {
        return putBack.putBack(item).map(reason -> conflict(item, reason));
    }

    @Override
    public void sweepPlaced(List<Item> items) throws IOException {
        sweep.files();
    }

    @Override
    public List<Conflict> sweepUndone(List<Item> items) throws IOException {
        sweep.files();
        return List.of();
    }

    @Override
    public List<Placed> placed(Item item) {
        return List.of(new Placed(item.target(site).path(), item.placed().orElseThrow()));
    }
}
