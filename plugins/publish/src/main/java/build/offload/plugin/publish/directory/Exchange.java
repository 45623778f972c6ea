package build.offload.plugin.publish.directory;

import build.offload.plugin.publish.checkout.Folder;
import build.offload.plugin.publish.checkout.Look;
import build.offload.plugin.publish.checkout.Reach;
import build.offload.plugin.publish.checkout.Site;
import build.offload.plugin.publish.checkout.Standing;
import build.offload.spi.model.OutputPath;
import build.offload.spi.publish.PublicationStrategy.Conflict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Has a new folder and the one it replaces change places, there and back, and tells where each is. */
final class Exchange {

    private final Site site;

    Exchange(Site site) {
        this.site = site;
    }

    /** Return the refusal of a file system that cannot exchange folders. */
    static IOException unsupported(List<String> folder) {
        return new IOException("the file system of " + String.join("/", folder)
                + " cannot exchange two folders in one step (renameat2 with RENAME_EXCHANGE), or this Java may not call"
                + " it; nothing was changed. Publish with publish-files instead: publication = \"publish-files\"");
    }

    /** Exchange two empty folders in a folder, so that a file system that cannot is known before anything rests on it. */
    void tryIn(Folder home) throws IOException {
        Path one = home.child(site.prefix() + "try.one");
        Path other = home.child(site.prefix() + "try.two");
        Files.createDirectory(one);
        Files.createDirectory(other);
        site.at("trying");
        Reach.Exchanged tried = site.reach().exchange(home, site.prefix() + "try.one", home, site.prefix() + "try.two");
        Files.delete(one);
        Files.delete(other);
        if (tried != Reach.Exchanged.DONE) {
            throw unsupported(List.of(home.path().toRealPath().toString()));
        }
    }

    /** Return where the new folder is, and whether anybody changed what it replaces. */
    Standing<FolderItem> standing(FolderItem item) throws IOException {
        OutputPath path = item.path(site);
        Look look = site.look(path);
        if (isFolder(look, item.fresh())) {
            return item.was().isEmpty()
                    ? new Standing.InPlace<>(item.inPlace())
                    : replaced(item, item.was().get());
        }
        Optional<Conflict> change = change(item, look);
        if (change.isEmpty()) {
            change = changeAside(item);
        }
        return change.<Standing<FolderItem>>map(Standing.Disturbed::new).orElseGet(Standing.Waiting::new);
    }

    /** Return whether this is the folder with an inode. */
    static boolean isFolder(Look look, long inode) {
        return look instanceof Look.Other other && other.folder() && other.inode() == inode;
    }

    /** What was replaced must be as recorded, or somebody worked in it in the last moment. */
    private Standing<FolderItem> replaced(FolderItem item, long was) throws IOException {
        List<String> aside = item.aside(site);
        if (item.placed() && site.look(aside) instanceof Look.Absent) {
            return new Standing.InPlace<>(item);
        }
        Optional<Conflict> change = isFolder(site.look(aside), was)
                ? difference(item, aside, item.old())
                : Optional.of(new Conflict(item.path(site), "was changed while it was replaced"));
        return change.<Standing<FolderItem>>map(Standing.Disturbed::new)
                .orElseGet(() -> new Standing.InPlace<>(item.inPlace()));
    }

    private Optional<Conflict> change(FolderItem item, Look look) throws IOException {
        OutputPath path = item.path(site);
        if (look instanceof Look.Absent) {
            return item.was().map(_ -> new Conflict(path, "was removed during the promotion"));
        }
        if (item.was().filter(inode -> isFolder(look, inode)).isEmpty()) {
            return Optional.of(
                    new Conflict(path, (item.was().isEmpty() ? "appeared" : "was replaced") + " during the promotion"));
        }
        return difference(item, Site.componentsOf(path), item.old());
    }

    private Optional<Conflict> changeAside(FolderItem item) throws IOException {
        List<String> aside = item.aside(site);
        boolean untouched = isFolder(site.look(aside), item.fresh())
                && item.content().differences(Tree.below(site, aside)).isEmpty();
        return untouched
                ? Optional.empty()
                : Optional.of(new Conflict(item.path(site), "its copy in the checkout is gone or was changed"));
    }

    private Optional<Conflict> difference(FolderItem item, List<String> folder, Listing expected) throws IOException {
        return expected.differences(Tree.below(site, folder)).stream()
                .findFirst()
                .map(difference -> Comparison.conflict(item.path(site), difference));
    }

    /** Look once more, put the new folder in place, and look at what came out. */
    Standing<FolderItem> place(FolderItem item) throws IOException {
        Standing<FolderItem> standing = standing(item);
        if (!(standing instanceof Standing.Waiting<FolderItem>)) {
            return standing;
        }
        OutputPath path = item.path(site);
        site.makeFolders(Site.foldersOf(path));
        try (Site.Way home = site.to(item.homeOf(site));
                Site.Way way = site.toFolderOf(path)) {
            if (!home.complete() || !way.complete()) {
                return new Standing.Disturbed<>(new Conflict(path, "the folder it belongs in is gone"));
            }
            site.at("placing " + item.number());
            Optional<String> refusal = swap(item, home.folder(), way.folder());
            site.at("placed " + item.number());
            if (refusal.isPresent()) {
                return new Standing.Disturbed<>(new Conflict(path, refusal.get()));
            }
        }
        return standing(item);
    }

    private Optional<String> swap(FolderItem item, Folder home, Folder folder) throws IOException {
        String fresh = site.freshName(item.number());
        String name = Site.nameOf(item.path(site));
        if (item.was().isEmpty()) {
            boolean free = site.reach().moveToFreeName(home, fresh, folder, name);
            return free ? Optional.empty() : Optional.of("appeared during the promotion");
        }
        return switch (site.reach().exchange(home, fresh, folder, name)) {
            case DONE -> Optional.empty();
            case MISSING -> Optional.of("was removed during the promotion");
            case UNSUPPORTED -> throw unsupported(Site.componentsOf(item.path(site)));
        };
    }

    /** Return what the new folder replaced to its place; returns why that cannot be. */
    Optional<Conflict> putBack(FolderItem item) throws IOException {
        OutputPath path = item.path(site);
        if (!isFolder(site.look(path), item.fresh())) {
            return Optional.empty();
        }
        Look aside = site.look(item.aside(site));
        boolean kept = item.was().map(inode -> isFolder(aside, inode)).orElse(aside instanceof Look.Absent);
        if (!kept) {
            return Optional.of(new Conflict(path, "what it replaced is gone, so the new folder stays"));
        }
        try (Site.Way home = site.to(item.homeOf(site));
                Site.Way way = site.toFolderOf(path)) {
            site.at("putting back " + item.number());
            if (item.was().isPresent()) {
                swap(item, home.folder(), way.folder());
            } else {
                site.reach()
                        .moveToFreeName(way.folder(), Site.nameOf(path), home.folder(), site.freshName(item.number()));
            }
            site.at("put back " + item.number());
            return Optional.empty();
        }
    }
}
