package build.offload.plugin.publish.directory;

import build.offload.plugin.publish.checkout.Folder;
import build.offload.plugin.publish.checkout.Look;
import build.offload.plugin.publish.checkout.Site;
import build.offload.spi.model.OutputPath;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;

/**
 * Takes a folder apart that is out of the way, by what is known of it. What is not known is somebody's: it moves into the folder
 * that is in place if its name is free there, or else stays, in a folder that nothing sweeps.
 */
final class Retirement {

    private static final int OWNER_MAY_ALL = 0700;

    private final Site site;
    private final List<String> aside;
    private final List<String> live;
    private final Listing known;
    private final Listing replaceable;

    /**
     * Create a retirement.
     *
     * @param aside the way to the folder that goes
     * @param live the way to the folder that is in place
     * @param known what is ours of the folder that goes
     * @param replaceable what is ours of the one in place, and gives way to somebody's work
     */
    Retirement(Site site, List<String> aside, OutputPath live, Listing known, Listing replaceable) {
        this.site = site;
        this.aside = aside;
        this.live = Site.componentsOf(live);
        this.known = known;
        this.replaceable = replaceable;
    }

    /** Take the folder apart; returns the paths below it of what had to stay. */
    List<String> run() throws IOException {
        NavigableMap<String, Look> found = Tree.below(site, aside);
        makeWritable(found);
        List<String> stays = new ArrayList<>();
        for (Map.Entry<String, Look> entry : found.descendingMap().entrySet()) {
            if (!settle(entry.getKey(), entry.getValue())) {
                stays.add(entry.getKey());
            }
        }
        try (Site.Way home = site.to(aside.subList(0, aside.size() - 1))) {
            if (home.complete() && !removeFolder(home.folder().child(aside.getLast()))) {
                keep(home.folder());
            }
        }
        return stays.reversed();
    }

    private void makeWritable(SortedMap<String, Look> found) throws IOException {
        makeWritable(aside, site.look(aside));
        for (Map.Entry<String, Look> entry : found.entrySet()) {
            makeWritable(Layout.way(aside, entry.getKey()), entry.getValue());
        }
    }

    private void makeWritable(List<String> folder, Look look) throws IOException {
        if (look instanceof Look.Other other
                && other.folder()
                && (other.permissions() & OWNER_MAY_ALL) != OWNER_MAY_ALL) {
            try (Site.Way above = site.to(folder.subList(0, folder.size() - 1))) {
                Files.setAttribute(
                        above.folder().child(folder.getLast()), "unix:mode", other.permissions() | OWNER_MAY_ALL);
            }
        }
    }

    /** Remove what is ours, and find a place for what is not; returns whether it is gone from here. */
    private boolean settle(String path, Look look) throws IOException {
        List<String> way = Layout.way(aside, path);
        try (Site.Way above = site.to(way.subList(0, way.size() - 1))) {
            if (!above.complete()) {
                return true;
            }
            Path here = above.folder().child(way.getLast());
            if (look instanceof Look.Other other && other.folder()) {
                if (!known.holds(path, look)) {
                    site.makeFolders(Layout.way(live, path));
                }
                return removeFolder(here);
            }
            if (known.holds(path, look) || rescue(path, above.folder())) {
                Files.deleteIfExists(here);
                site.at("swept a file");
                return true;
            }
            return false;
        }
    }

    /** Return whether nothing is left in a folder, which is then removed. */
    private boolean removeFolder(Path folder) throws IOException {
        try {
            Files.deleteIfExists(folder);
            return true;
        } catch (DirectoryNotEmptyException _) {
            return false;
        }
    }

    /** Move something into the folder in place; returns whether what is left under its name is ours. */
    private boolean rescue(String path, Folder from) throws IOException {
        List<String> way = Layout.way(live, path);
        List<String> folders = way.subList(0, way.size() - 1);
        site.makeFolders(folders);
        try (Site.Way to = site.to(folders)) {
            if (!to.complete()) {
                return false;
            }
            String name = way.getLast();
            if (site.reach().moveToFreeName(from, name, to.folder(), name)) {
                return true;
            }
            Look there = Look.at(to.folder().child(name));
            if (!replaceable.comesOrGoes(path) || !replaceable.holds(path, there)) {
                return false;
            }
            site.reach().exchange(from, name, to.folder(), name);
            // The exchange itself has moved the time of the last change.
            return Look.at(from.child(name)) instanceof Look.Regular out && out.holds(replaceable.stamp(path));
        }
    }

    /** Give what stays a name that no promotion sweeps. */
    private void keep(Folder home) throws IOException {
        String name = aside.getLast();
        String kept = OutputPath.RESERVED_PREFIX + "kept-" + name.substring(OutputPath.RESERVED_PREFIX.length());
        if (!site.reach().moveToFreeName(home, name, home, kept)) {
            throw new IOException("somebody's files are left in " + name + " in the checkout "
                    + site.request().checkout() + ", and " + kept
                    + " beside it is taken; see to both, and promote again");
        }
    }
}
