package build.offload.plugin.publish.directory;

import build.offload.plugin.publish.checkout.Folder;
import build.offload.plugin.publish.checkout.Look;
import build.offload.plugin.publish.checkout.Reach;
import build.offload.plugin.publish.checkout.Site;
import java.io.IOException;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Reads what stands in a folder, at any depth; no link is followed. */
final class Tree {

    private final Reach reach;
    private final NavigableMap<String, Look> found = new TreeMap<>();

    private Tree(Reach reach) {
        this.reach = reach;
    }

    /**
     * Return everything below a folder of the checkout, by path; nothing if the folder is not there.
     *
     * @throws IOException when it cannot be read, or holds a name that is not UTF-8
     */
    static NavigableMap<String, Look> below(Site site, List<String> folder) throws IOException {
        Tree tree = new Tree(site.reach());
        try (Site.Way way = site.to(folder)) {
            if (way.complete()) {
                tree.read(way.folder(), "");
            }
        }
        return tree.found;
    }

    private void read(Folder folder, String above) throws IOException {
        for (String name : folder.names()) {
            Look look = Look.at(folder.child(name));
            found.put(above + name, look);
            // What is gone by now, or no folder any more, is noticed by the next comparison.
            if (look instanceof Look.Other other
                    && other.folder()
                    && reach.into(folder, name) instanceof Reach.Entered.Inside(Folder inside)) {
                try (inside) {
                    read(inside, above + name + "/");
                }
            }
        }
    }
}
