package build.offload.plugin.publish.directory;

import build.offload.plugin.publish.checkout.Folder;
import build.offload.plugin.publish.checkout.Look;
import build.offload.plugin.publish.checkout.Site;
import build.offload.plugin.publish.checkout.StagedCopy;
import build.offload.spi.model.OutputPath;
import build.offload.spi.publish.PublicationStrategy.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;

/** Lays a new folder out beside the one it is to replace. */
final class Layout {

    private final Site site;
    private final Comparison comparison;
    private final List<String> aside;
    private final Listing.Builder content = new Listing.Builder();

    /**
     * Create a layout.
     *
     * @param aside the way to the new folder, which is not there yet
     */
    Layout(Site site, Comparison comparison, List<String> aside) {
        this.site = site;
        this.comparison = comparison;
        this.aside = aside;
    }

    /** Make the new folder with all that is to be in it, not synced yet; returns what that is. */
    Listing make(List<String> replaced) throws IOException {
        NavigableSet<String> folders = folders();
        makeFolder(aside);
        for (String folder : folders) {
            makeFolder(way(aside, folder));
            content.folder(folder);
        }
        copyTargets();
        for (Map.Entry<String, Look> kept : comparison.carried().entrySet()) {
            if (!(kept.getValue() instanceof Look.Other other) || !other.folder()) {
                carry(kept.getKey(), replaced);
            }
        }
        for (String folder : folders.descendingSet()) {
            takeOverPermissions(way(aside, folder), comparison.found().getOrDefault(folder, new Look.Absent()));
        }
        takeOverPermissions(aside, site.look(replaced));
        return content.build();
    }

    private NavigableSet<String> folders() {
        NavigableSet<String> folders = new TreeSet<>();
        comparison.carried().forEach((path, look) -> {
            if (look instanceof Look.Other other && other.folder()) {
                folders.add(path);
            }
        });
        for (String path : comparison.targets().keySet()) {
            for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
                folders.add(path.substring(0, slash));
            }
        }
        return folders;
    }

    /** Return the way to a path below a folder. */
    static List<String> way(List<String> folder, String path) {
        List<String> way = new ArrayList<>(folder);
        way.addAll(List.of(path.split("/")));
        return way;
    }

    private void makeFolder(List<String> folder) throws IOException {
        try (Site.Way way = open(folder.subList(0, folder.size() - 1))) {
            Files.createDirectory(way.folder().child(folder.getLast()));
        }
        site.at("made a new folder");
    }

    private Site.Way open(List<String> folder) throws IOException {
        Site.Way way = site.to(folder);
        if (way.complete()) {
            return way;
        }
        way.close();
        throw new IOException("the folder " + String.join("/", folder) + " vanished from the checkout "
                + site.request().checkout() + " during the promotion; promote again");
    }

    private void copyTargets() throws IOException {
        StagedCopy copies = new StagedCopy(site, false);
        Map<OutputPath, Integer> numbers = numbers();
        for (Map.Entry<String, Target> entry : comparison.targets().entrySet()) {
            String path = entry.getKey();
            int number = numbers.getOrDefault(entry.getValue().path(), -1);
            List<String> to = way(aside, path);
            try (Site.Way way = open(to.subList(0, to.size() - 1))) {
                Path fresh = way.folder().child(to.getLast());
                copies.copy(number, fresh, comparison.found().getOrDefault(path, new Look.Absent()));
                site.at("copied " + number);
                if (!(Look.at(fresh) instanceof Look.Regular file)) {
                    throw new IOException("the copy of " + entry.getValue().path() + " vanished from the checkout");
                }
                content.exactly(path, file.stamp());
            }
        }
    }

    private Map<OutputPath, Integer> numbers() {
        Map<OutputPath, Integer> numbers = new HashMap<>();
        for (Target target : site.request().targets()) {
            numbers.put(target.path(), numbers.size());
        }
        return numbers;
    }

    /** Give what stays a second name in the new folder. The name of a link is the link's own. */
    private void carry(String path, List<String> replaced) throws IOException {
        List<String> from = way(replaced, path);
        List<String> to = way(aside, path);
        try (Site.Way source = open(from.subList(0, from.size() - 1));
                Site.Way target = open(to.subList(0, to.size() - 1))) {
            Path second = target.folder().child(to.getLast());
            Files.createLink(second, source.folder().child(from.getLast()));
            content.carried(path, inode(Look.at(second)));
        }
        site.at("carried a file over");
    }

    private static long inode(Look look) {
        return switch (look) {
            case Look.Absent _ -> 0;
            case Look.Regular file -> file.stamp().inode();
            case Look.Other other -> other.inode();
        };
    }

    private void takeOverPermissions(List<String> folder, Look replaced) throws IOException {
        if (replaced instanceof Look.Other other && other.folder()) {
            try (Site.Way way = open(folder.subList(0, folder.size() - 1))) {
                Files.setAttribute(way.folder().child(folder.getLast()), "unix:mode", other.permissions());
            }
        }
    }

    /** Sync the file system on which the new folder is, and the names in the folder it waits in. */
    void sync(Folder home) throws IOException {
        if (!site.reach().syncFileSystem(home)) {
            throw Exchange.unsupported(aside);
        }
        home.sync();
    }
}
