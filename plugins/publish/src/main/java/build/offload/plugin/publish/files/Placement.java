package build.offload.plugin.publish.files;

import build.offload.plugin.publish.checkout.Folder;
import build.offload.plugin.publish.checkout.Look;
import build.offload.plugin.publish.checkout.Sha256;
import build.offload.plugin.publish.checkout.Site;
import build.offload.plugin.publish.checkout.Standing;
import build.offload.spi.model.FileStamp;
import build.offload.spi.model.OutputPath;
import build.offload.spi.publish.PublicationStrategy.Conflict;
import build.offload.spi.publish.PublicationStrategy.Target;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Puts one file in place, and tells where it is after a crash. */
final class Placement {

    private final Site site;

    Placement(Site site) {
        this.site = site;
    }

    /** Look where a file is. One that is in place is recognised by its inode and, since a crash may lie between, its content. */
    Standing<Item> standing(Item item) throws IOException {
        OutputPath path = item.target(site).path();
        Look look = site.look(path);
        if (look instanceof Look.Regular found && isFresh(item, found)) {
            if (!ours(item, found)) {
                return disturbed(item, "was changed after it was put in place");
            }
            return keptIsIntact(item)
                    ? new Standing.InPlace<>(item.placedAs(found.stamp()))
                    : disturbed(item, "was changed while it was replaced");
        }
        Optional<String> change = change(item, look);
        if (change.isPresent()) {
            return disturbed(item, change.get());
        }
        return waits(item) ? new Standing.Waiting<>() : disturbed(item, "its copy in the checkout is gone");
    }

    private Standing<Item> disturbed(Item item, String reason) {
        return new Standing.Disturbed<>(new Conflict(item.target(site).path(), reason));
    }

    /** Return whether a file in place is as it was put there: by its stamp, or where only a name was added, by its content. */
    boolean ours(Item item, Look.Regular found) throws IOException {
        if (item.placed().filter(found.stamp()::equals).isPresent()) {
            return true;
        }
        Target target = item.target(site);
        try (Site.Way way = site.toFolderOf(target.path())) {
            return found.stamp().size() == target.size()
                    && Sha256.of(way.folder().child(Site.nameOf(target.path()))).equals(target.sha256());
        }
    }

    /** Return how a target is not as it was recorded. */
    private static Optional<String> change(Item item, Look look) {
        Optional<FileStamp> now =
                look instanceof Look.Regular regular ? Optional.of(regular.stamp()) : Optional.empty();
        if (look instanceof Look.Other other) {
            return Optional.of("is " + other.typeName());
        }
        if (now.equals(item.was())) {
            return Optional.empty();
        }
        return Optional.of(
                now.isEmpty()
                        ? "was removed during the promotion"
                        : item.was().isEmpty() ? "appeared during the promotion" : "was changed during the promotion");
    }

    private boolean waits(Item item) throws IOException {
        return atHome(item) instanceof Look.Regular fresh && fresh.holds(item.fresh());
    }

    /** Return what bears the copy's name: the copy, or after an exchange what it replaced. */
    private Look atHome(Item item) throws IOException {
        try (Site.Way way = site.toDepth(item.target(site).path(), item.home())) {
            return way.complete() ? Look.at(way.folder().child(site.freshName(item.number()))) : new Look.Absent();
        }
    }

    /** Return whether an exchange brought out exactly what was recorded, and nobody has written to it since. */
    private boolean keptIsIntact(Item item) throws IOException {
        return switch (atHome(item)) {
            case Look.Absent _ -> true;
            case Look.Regular kept -> item.was().filter(kept::holds).isPresent() || kept.holds(item.fresh());
            case Look.Other _ -> false;
        };
    }

    /** Look once more, and have the copy take its target's place. */
    Standing<Item> place(Item item) throws IOException {
        Standing<Item> standing = standing(item);
        if (standing instanceof Standing.Disturbed<Item>) {
            return standing;
        }
        OutputPath path = item.target(site).path();
        site.makeFolders(Site.foldersOf(path));
        try (Site.Way home = site.toDepth(path, item.home());
                Site.Way way = site.toFolderOf(path)) {
            if (!home.complete() || !way.complete()) {
                return disturbed(item, "the folder it belongs in is gone");
            }
            site.at("placing " + item.number());
            Optional<String> refusal = item.was().isPresent()
                    ? replace(item, home.folder(), way.folder())
                    : add(item, home.folder(), way.folder());
            site.at("placed " + item.number());
            return refusal.isPresent() ? disturbed(item, refusal.get()) : placed(item, way.folder());
        }
    }

    /** An edit between the rename and this look must not be taken for our own work: time and size are those of the copy. */
    private Standing<Item> placed(Item item, Folder folder) throws IOException {
        Look look = Look.at(folder.child(Site.nameOf(item.target(site).path())));
        return look instanceof Look.Regular file && file.holds(item.fresh())
                ? new Standing.InPlace<>(item.placedAs(file.stamp()))
                : disturbed(item, "was changed right after it was put in place");
    }

    private Optional<String> add(Item item, Folder home, Folder folder) throws IOException {
        String name = Site.nameOf(item.target(site).path());
        boolean free = site.reach().moveToFreeName(home, site.freshName(item.number()), folder, name);
        return free ? Optional.empty() : Optional.of("appeared during the promotion");
    }

    private Optional<String> replace(Item item, Folder home, Folder folder) throws IOException {
        String name = Site.nameOf(item.target(site).path());
        String fresh = site.freshName(item.number());
        return switch (site.reach().exchange(home, fresh, folder, name)) {
            case MISSING -> Optional.of("was removed during the promotion");
            case UNSUPPORTED -> replaceKeepingACopy(item, home.child(fresh), folder);
            case DONE -> {
                site.at("exchanged " + item.number());
                if (Look.at(home.child(fresh)) instanceof Look.Regular out
                        && item.was().filter(out::holds).isPresent()) {
                    yield Optional.empty();
                }
                site.reach().exchange(home, fresh, folder, name);
                yield Optional.of("was changed during the promotion");
            }
        };
    }

    /** The copy is made of the file as recorded, which reading does not change; then one rename replaces it. */
    private Optional<String> replaceKeepingACopy(Item item, Path fresh, Folder folder) throws IOException {
        Path target = folder.child(Site.nameOf(item.target(site).path()));
        Path kept = folder.child(site.keptName(item.number()));
        Files.deleteIfExists(kept);
        Files.copy(target, kept, StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
        try (FileChannel channel = FileChannel.open(kept, StandardOpenOption.READ)) {
            channel.force(true);
        }
        folder.sync();
        site.at("kept " + item.number());
        if (change(item, Look.at(target)).isPresent()) {
            return Optional.of("was changed during the promotion");
        }
        Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
        return Optional.empty();
    }

    /** Return whether this is the file that was copied, under whatever name. */
    static boolean isFresh(Item item, Look look) {
        return look instanceof Look.Regular file
                && file.stamp().inode() == item.fresh().inode();
    }

    /** Sync every folder in which a name changed, once. */
    void syncFolders(List<Item> items) throws IOException {
        Set<String> synced = new HashSet<>();
        for (Item item : items) {
            OutputPath path = item.target(site).path();
            List<String> folders = Site.foldersOf(path);
            for (int depth = item.home(); depth <= folders.size(); depth++) {
                if (synced.add(String.join("/", folders.subList(0, depth)))) {
                    syncFolder(path, depth);
                }
            }
        }
    }

    private void syncFolder(OutputPath path, int depth) throws IOException {
        try (Site.Way way = site.toDepth(path, depth)) {
            way.folder().sync();
        }
    }
}
