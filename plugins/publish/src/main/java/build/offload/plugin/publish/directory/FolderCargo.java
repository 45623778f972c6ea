package build.offload.plugin.publish.directory;

import build.offload.plugin.publish.checkout.Cargo;
import build.offload.plugin.publish.checkout.JournalState;
import build.offload.plugin.publish.checkout.Look;
import build.offload.plugin.publish.checkout.Site;
import build.offload.plugin.publish.checkout.Standing;
import build.offload.spi.model.OutputPath;
import build.offload.spi.publish.PublicationStrategy.Conflict;
import build.offload.spi.publish.PublicationStrategy.Placed;
import build.offload.spi.publish.PublicationStrategy.Target;
import build.offload.spi.publish.PublicationStrategy.WholeFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Whole folders, each of which takes the place of the one before with everything in it. */
final class FolderCargo implements Cargo<FolderItem> {

    private static final Listing NOTHING = new Listing.Builder().build();

    private final Site site;
    private final Exchange exchange;
    private final Leftovers leftovers;
    private final List<Comparison> comparisons = new ArrayList<>();

    FolderCargo(Site site) {
        this.site = site;
        this.exchange = new Exchange(site);
        this.leftovers = new Leftovers(site);
    }

    @Override
    public String journalHead() {
        return "offload promotion of folders 1";
    }

    @Override
    public List<String> fields(FolderItem item) {
        return item.fields();
    }

    @Override
    public FolderItem item(List<String> fields) {
        return FolderItem.of(fields);
    }

    @Override
    public void sweep() throws IOException {
        leftovers.sweep();
    }

    @Override
    public List<Conflict> compare() throws IOException {
        List<Conflict> conflicts = new ArrayList<>();
        for (WholeFolder folder : site.request().folders()) {
            Look look = site.look(folder.path());
            if (look instanceof Look.Absent || (look instanceof Look.Other other && other.folder())) {
                List<String> way = Site.componentsOf(folder.path());
                Comparison comparison = new Comparison(folder, site.request().targets(), Tree.below(site, way));
                conflicts.addAll(comparison.compare());
                comparisons.add(comparison);
            } else {
                conflicts.add(new Conflict(folder.path(), "is " + noFolder(look)));
            }
        }
        return conflicts;
    }

    private static String noFolder(Look look) {
        return look instanceof Look.Other other ? other.typeName() : "a file, where a folder is declared";
    }

    @Override
    public JournalState<FolderItem> copy() throws IOException {
        List<FolderItem> items = new ArrayList<>();
        Set<String> missing = new LinkedHashSet<>();
        for (int number = 0; number < comparisons.size(); number++) {
            items.add(copy(number, missing));
        }
        site.at("copies synced");
        return JournalState.placing(items, List.copyOf(missing));
    }

    private FolderItem copy(int number, Set<String> missing) throws IOException {
        OutputPath path = site.request().folders().get(number).path();
        Comparison comparison = comparisons.get(number);
        try (Site.Way home = site.toFolderOf(path)) {
            missing.addAll(Site.missing(Site.foldersOf(path), home));
            exchange.tryIn(home.folder());
            List<String> replaced = Site.componentsOf(path);
            List<String> aside = new ArrayList<>(replaced.subList(0, home.depth()));
            aside.add(site.freshName(number));
            Layout layout = new Layout(site, comparison, aside);
            Listing content = layout.make(replaced);
            layout.sync(home.folder());
            if (site.look(aside) instanceof Look.Other fresh) {
                Optional<Long> was =
                        site.look(replaced) instanceof Look.Other old ? Optional.of(old.inode()) : Optional.empty();
                return new FolderItem(number, home.depth(), fresh.inode(), was, comparison.old(), content, false);
            }
            throw new IOException("the copy of " + path + " vanished from the checkout");
        }
    }

    @Override
    public Standing<FolderItem> standing(FolderItem item) throws IOException {
        return exchange.standing(item);
    }

    @Override
    public boolean inPlace(FolderItem item) {
        return item.placed();
    }

    @Override
    public Standing<FolderItem> place(FolderItem item) throws IOException {
        return exchange.place(item);
    }

    @Override
    public void sync(List<FolderItem> items) throws IOException {
        for (FolderItem item : items) {
            List<String> folders = Site.foldersOf(item.path(site));
            for (int depth = item.home(); depth <= folders.size(); depth++) {
                try (Site.Way way = site.to(folders.subList(0, depth))) {
                    way.folder().sync();
                }
            }
        }
    }

    @Override
    public Optional<Conflict> putBack(FolderItem item) throws IOException {
        return exchange.putBack(item);
    }

    @Override
    public void sweepPlaced(List<FolderItem> items) throws IOException {
        for (FolderItem item : items) {
            List<String> aside = item.aside(site);
            if (item.was().isPresent()
                    && Exchange.isFolder(site.look(aside), item.was().get())) {
                new Retirement(site, aside, item.path(site), item.old(), NOTHING).run();
            }
        }
    }

    @Override
    public List<Conflict> sweepUndone(List<FolderItem> items) throws IOException {
        List<Conflict> conflicts = new ArrayList<>();
        for (FolderItem item : items) {
            List<String> aside = item.aside(site);
            OutputPath path = item.path(site);
            if (Exchange.isFolder(site.look(aside), item.fresh())) {
                for (String stays : new Retirement(site, aside, path, item.content(), item.old()).run()) {
                    conflicts.add(Comparison.conflict(
                            path,
                            new Listing.Difference(
                                    stays, "was changed during the promotion, and is kept beside the folder")));
                }
            }
        }
        return conflicts;
    }

    @Override
    public List<Placed> placed(FolderItem item) {
        String top = item.path(site) + "/";
        return site.request().targets().stream()
                .map(Target::path)
                .filter(path -> path.value().startsWith(top))
                .map(path -> new Placed(path, item.content().stamp(path.value().substring(top.length()))))
                .toList();
    }
}
