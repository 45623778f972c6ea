package build.offload.plugin.publish.checkout;

import build.offload.spi.model.OutputPath;
import build.offload.spi.publish.PublicationStrategy.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Removes what a promotion leaves in the checkout beside its targets: files of its own names, wherever on the ways they are. */
public final class Sweep {

    private final Site site;

    /** Create a sweep of a site. */
    public Sweep(Site site) {
        this.site = site;
    }

    /** Remove every file that bears a name of this promotion. */
    public void files() throws IOException {
        Set<String> swept = new HashSet<>();
        for (Target target : site.request().targets()) {
            List<String> folders = Site.foldersOf(target.path());
            for (int depth = 0; depth <= folders.size(); depth++) {
                if (swept.add(String.join("/", folders.subList(0, depth)))) {
                    sweep(target.path(), depth);
                }
            }
        }
    }

    private void sweep(OutputPath path, int depth) throws IOException {
        try (Site.Way way = site.toDepth(path, depth)) {
            String[] names = way.complete() ? way.folder().path().toFile().list() : null;
            for (String name : names == null ? new String[0] : names) {
                if (name.startsWith(site.prefix())) {
                    remove(way.folder().child(name));
                }
            }
        }
    }

    private void remove(Path file) throws IOException {
        if (Look.at(file) instanceof Look.Regular) {
            Files.deleteIfExists(file);
            site.at("swept a file");
        }
    }

    /** Remove the folders that the promotion made, as far as nothing is in them. */
    public void folders(List<String> made) throws IOException {
        for (String folder : made.reversed()) {
            // The last component plays the file, so that the way leads to the folder it is in.
            OutputPath path = new OutputPath(folder);
            try (Site.Way way = site.toFolderOf(path)) {
                if (way.complete()) {
                    removeIfEmpty(way.folder().child(Site.nameOf(path)));
                }
            }
        }
    }

    private void removeIfEmpty(Path folder) throws IOException {
        String[] names = folder.toFile().list();
        if (Look.at(folder) instanceof Look.Other && names != null && names.length == 0) {
            Files.deleteIfExists(folder);
            site.at("removed a folder");
        }
    }
}
