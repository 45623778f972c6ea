package build.offload.plugin.publish.directory;

import build.offload.plugin.publish.checkout.Folder;
import build.offload.plugin.publish.checkout.Look;
import build.offload.plugin.publish.checkout.Reach;
import build.offload.plugin.publish.checkout.Site;
import build.offload.spi.publish.PublicationStrategy.WholeFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Removes what a crash left beside the declared folders before there was a journal; nobody but this promotion has been there. */
final class Leftovers {

    private final Site site;

    Leftovers(Site site) {
        this.site = site;
    }

    void sweep() throws IOException {
        Set<List<String>> swept = new HashSet<>();
        for (WholeFolder folder : site.request().folders()) {
            List<String> above = Site.foldersOf(folder.path());
            for (int depth = 0; depth <= above.size(); depth++) {
                if (swept.add(above.subList(0, depth))) {
                    sweep(above.subList(0, depth));
                }
            }
        }
    }

    private void sweep(List<String> home) throws IOException {
        try (Site.Way way = site.to(home)) {
            String[] names = way.complete() ? way.folder().path().toFile().list() : null;
            for (String name : names == null ? new String[0] : names) {
                if (name.startsWith(site.prefix())) {
                    remove(way.folder(), name);
                }
            }
        }
    }

    private void remove(Folder above, String name) throws IOException {
        Path path = above.child(name);
        if (Look.at(path) instanceof Look.Other other && other.folder()) {
            Files.setAttribute(path, "unix:mode", 0700);
            if (site.reach().into(above, name) instanceof Reach.Entered.Inside(Folder inside)) {
                try (inside) {
                    for (String child : inside.names()) {
                        remove(inside, child);
                    }
                }
            }
        }
        Files.deleteIfExists(path);
        site.at("swept a leftover");
    }
}
