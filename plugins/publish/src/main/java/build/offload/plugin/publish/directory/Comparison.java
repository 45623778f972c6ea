package build.offload.plugin.publish.directory;

import build.offload.plugin.publish.checkout.Look;
import build.offload.plugin.publish.checkout.StagedCopy;
import build.offload.spi.model.FileStamp;
import build.offload.spi.model.OutputPath;
import build.offload.spi.publish.PublicationStrategy.Conflict;
import build.offload.spi.publish.PublicationStrategy.Target;
import build.offload.spi.publish.PublicationStrategy.WholeFolder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Tells what of a folder stays, goes and comes. Everything stays that is no target and that no manifest of ours knows; a folder goes
 * only with the last of our files in it.
 */
final class Comparison {

    private final WholeFolder folder;
    private final NavigableMap<String, Look> found;
    private final SortedMap<String, Target> targets = new TreeMap<>();
    private final Map<String, FileStamp> outdated = new HashMap<>();
    private final NavigableSet<String> leaving = new TreeSet<>();
    private final NavigableMap<String, Look> carried = new TreeMap<>();
    private final List<Conflict> conflicts = new ArrayList<>();

    /** Create the comparison of what was found in a folder with the targets of a request. */
    Comparison(WholeFolder folder, List<Target> all, NavigableMap<String, Look> found) {
        this.folder = folder;
        this.found = found;
        String top = folder.path() + "/";
        for (Target target : all) {
            if (target.path().value().startsWith(top)) {
                targets.put(target.path().value().substring(top.length()), target);
            }
        }
        folder.outdated().forEach((path, stamp) -> outdated.put(path.value().substring(top.length()), stamp));
    }

    /** Compare, and return what stands in the way. */
    List<Conflict> compare() {
        found.forEach(this::sort);
        // What is in a folder comes before the folder itself.
        found.descendingMap().forEach(this::carryFolder);
        targets.forEach((path, target) ->
                objection(path, target).ifPresent(reason -> conflicts.add(new Conflict(target.path(), reason))));
        return conflicts;
    }

    private void sort(String path, Look look) {
        if (isFolder(look)) {
            return;
        }
        if (targets.containsKey(path) || isOutdated(path, look)) {
            leaving.add(path);
        } else {
            carried.put(path, look);
        }
    }

    private static boolean isFolder(Look look) {
        return look instanceof Look.Other other && other.folder();
    }

    private boolean isOutdated(String path, Look look) {
        return look instanceof Look.Regular file && file.stamp().equals(outdated.get(path));
    }

    private void carryFolder(String path, Look look) {
        if (isFolder(look)) {
            boolean keeps = holdsAny(carried.navigableKeySet(), path);
            boolean emptied = holdsAny(leaving, path);
            if (keeps || !emptied) {
                carried.put(path, look);
            }
        }
    }

    private static boolean holdsAny(NavigableSet<String> paths, String folder) {
        String first = paths.higher(folder + "/");
        return first != null && first.startsWith(folder + "/");
    }

    private Optional<String> objection(String path, Target target) {
        for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
            String above = path.substring(0, slash);
            Look there = carried.get(above);
            if (there != null && !isFolder(there)) {
                return Optional.of("is reached through '" + folder.path() + "/" + above + "', which is no folder");
            }
        }
        Look there = leaving.contains(path) || carried.containsKey(path)
                ? found.getOrDefault(path, new Look.Absent())
                : new Look.Absent();
        return StagedCopy.objection(target, there);
    }

    /** Return the targets by their paths below the folder. */
    SortedMap<String, Target> targets() {
        return targets;
    }

    /** Return what stays: what a new folder holds besides the targets and the folders on their ways. */
    SortedMap<String, Look> carried() {
        return carried;
    }

    /** Return what was found, by path. */
    SortedMap<String, Look> found() {
        return found;
    }

    /** Return what is to be found there still when the folder is replaced. */
    Listing old() {
        Listing.Builder old = new Listing.Builder();
        found.forEach((path, look) -> {
            switch (look) {
                case Look.Absent _ -> throw new IllegalStateException("nothing was found at " + path);
                case Look.Regular file when leaving.contains(path) -> old.exactly(path, file.stamp());
                case Look.Regular file -> old.carried(path, file.stamp().inode());
                case Look.Other other when other.folder() -> old.folder(path);
                case Look.Other other -> old.carried(path, other.inode());
            }
        });
        return old.build();
    }

    /** Return the path of something below a folder as people know it; the folder's own where it is no path of a build's. */
    static Conflict conflict(OutputPath folder, Listing.Difference difference) {
        String path = folder + "/" + difference.path();
        try {
            return new Conflict(new OutputPath(path), difference.reason());
        } catch (IllegalArgumentException reserved) {
            return new Conflict(folder, "'" + path + "' in it " + difference.reason());
        }
    }
}
