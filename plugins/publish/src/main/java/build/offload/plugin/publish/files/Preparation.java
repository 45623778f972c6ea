package build.offload.plugin.publish.files;

import build.offload.plugin.publish.checkout.JournalState;
import build.offload.plugin.publish.checkout.Look;
import build.offload.plugin.publish.checkout.Site;
import build.offload.plugin.publish.checkout.StagedCopy;
import build.offload.spi.model.FileStamp;
import build.offload.spi.model.OutputPath;
import build.offload.spi.publish.PublicationStrategy.Conflict;
import build.offload.spi.publish.PublicationStrategy.Target;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The part of a promotion that changes nothing: looks at every target, and copies every staged file into the checkout under a
 * name of our own, in the deepest folder on its target's way that is there, with its final mode, synced.
 */
final class Preparation {

    /** From so many files on, syncing the whole file system once is quicker than each file. */
    private static final int MANY = 16;

    private final Site site;
    private final List<Conflict> conflicts = new ArrayList<>();
    private final List<Look> looks = new ArrayList<>();
    private final Set<String> missingFolders = new LinkedHashSet<>();

    Preparation(Site site) {
        this.site = site;
    }

    /** Compare every target with what the request allows; returns what stands in the way. */
    List<Conflict> compare() throws IOException {
        for (Target target : site.request().targets()) {
            Look look = site.look(target.path());
            looks.add(look);
            StagedCopy.objection(target, look).ifPresent(reason -> conflicts.add(new Conflict(target.path(), reason)));
        }
        return conflicts;
    }

    /** Copy the staged files, and return the plan. To be called after a comparison without objection. */
    JournalState<Item> copy() throws IOException {
        List<Item> items = new ArrayList<>();
        for (int number = 0; number < looks.size(); number++) {
            items.add(copy(number));
        }
        syncHomes(items);
        site.at("copies synced");
        return JournalState.placing(items, List.copyOf(missingFolders));
    }

    private Item copy(int number) throws IOException {
        Target target = site.request().targets().get(number);
        try (Site.Way way = site.toFolderOf(target.path())) {
            missingFolders.addAll(Site.missing(Site.foldersOf(target.path()), way));
            Path fresh = way.folder().child(site.freshName(number));
            new StagedCopy(site, !many()).copy(number, fresh, looks.get(number));
            site.at("copied " + number);
            if (Look.at(fresh) instanceof Look.Regular copied) {
                return new Item(number, way.depth(), copied.stamp(), was(looks.get(number)), Optional.empty());
            }
            throw new IOException("the copy of " + target.path() + " vanished from the checkout");
        }
    }

    private static Optional<FileStamp> was(Look look) {
        return look instanceof Look.Regular regular ? Optional.of(regular.stamp()) : Optional.empty();
    }

    private boolean many() {
        return site.request().targets().size() >= MANY;
    }

    /** Sync each folder that holds copies, once; and of many copies, which were not synced yet, the file systems. */
    private void syncHomes(List<Item> items) throws IOException {
        Set<String> homes = new HashSet<>();
        Set<Object> devices = new HashSet<>();
        boolean filesToo = many();
        for (Item item : items) {
            OutputPath path = item.target(site).path();
            if (homes.add(String.join("/", Site.foldersOf(path).subList(0, item.home())))) {
                try (Site.Way way = site.toDepth(path, item.home())) {
                    if (filesToo && devices.add(Files.getAttribute(way.folder().path(), "unix:dev"))) {
                        filesToo = site.reach().syncFileSystem(way.folder());
                    }
                    way.folder().sync();
                }
            }
        }
        if (many() && !filesToo) {
            syncEach(items);
        }
    }

    private void syncEach(List<Item> items) throws IOException {
        for (Item item : items) {
            try (Site.Way way = site.toDepth(item.target(site).path(), item.home());
                    FileChannel copy = FileChannel.open(
                            way.folder().child(site.freshName(item.number())),
                            Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
                copy.force(true);
            }
        }
    }
}
