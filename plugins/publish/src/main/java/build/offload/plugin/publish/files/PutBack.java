package build.offload.plugin.publish.files;

import build.offload.plugin.publish.checkout.Folder;
import build.offload.plugin.publish.checkout.Look;
import build.offload.plugin.publish.checkout.Reach;
import build.offload.plugin.publish.checkout.Site;
import build.offload.spi.model.OutputPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/** Takes files out again and brings back what they replaced; what somebody has changed since stays as it is. */
final class PutBack {

    private final Site site;
    private final Placement placement;

    PutBack(Site site, Placement placement) {
        this.site = site;
        this.placement = placement;
    }

    /**
     * Take a file out again if it is still ours, and bring back what it replaced.
     *
     * @return what could not be done
     */
    Optional<String> putBack(Item item) throws IOException {
        OutputPath path = item.target(site).path();
        if (!(site.look(path) instanceof Look.Regular found)
                || !Placement.isFresh(item, found)
                || !placement.ours(item, found)) {
            return Optional.empty();
        }
        try (Site.Way home = site.toDepth(path, item.home());
                Site.Way way = site.toFolderOf(path)) {
            if (!home.complete() || !way.complete()) {
                return Optional.empty();
            }
            site.at("putting back " + item.number());
            Optional<String> failure = putBack(item, home.folder(), way.folder());
            site.at("put back " + item.number());
            return failure;
        }
    }

    private Optional<String> putBack(Item item, Folder home, Folder folder) throws IOException {
        String name = Site.nameOf(item.target(site).path());
        Path kept = folder.child(site.keptName(item.number()));
        if (Files.exists(kept, LinkOption.NOFOLLOW_LINKS)) {
            Files.move(kept, folder.child(name), StandardCopyOption.ATOMIC_MOVE);
            return Optional.empty();
        }
        return item.was().isPresent() ? exchangeBack(item, home, folder, name) : takeOut(item, home, folder, name);
    }

    private Optional<String> exchangeBack(Item item, Folder home, Folder folder, String name) throws IOException {
        String fresh = site.freshName(item.number());
        if (site.reach().exchange(home, fresh, folder, name) != Reach.Exchanged.DONE) {
            return Optional.of("what it replaced is gone, so the new file stays");
        }
        if (!Placement.isFresh(item, Look.at(home.child(fresh)))) {
            // Written over in this very moment: that goes back to where it was put.
            site.reach().exchange(home, fresh, folder, name);
        }
        return Optional.empty();
    }

    private Optional<String> takeOut(Item item, Folder home, Folder folder, String name) throws IOException {
        String fresh = site.freshName(item.number());
        if (Placement.isFresh(item, Look.at(home.child(fresh)))) {
            // A crash came between a link and the removal of its other name.
            Files.delete(folder.child(name));
        } else if (site.reach().moveToFreeName(folder, name, home, fresh)
                && !Placement.isFresh(item, Look.at(home.child(fresh)))) {
            site.reach().moveToFreeName(home, fresh, folder, name);
        }
        return Optional.empty();
    }
}
