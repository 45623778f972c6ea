package build.offload.plugin.publish.directory;

import build.offload.plugin.publish.checkout.JournalFile;
import build.offload.plugin.publish.checkout.Look;
import build.offload.spi.model.FileStamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is known to stand in a folder, by the paths below it. Of a folder it is known that it is one; of a file that comes or goes
 * its stamp; of anything that is carried over its inode, for its content is its owner's business.
 *
 * @param traits what is known of each, as the journal spells it
 */
record Listing(SortedMap<String, String> traits) {

    private static final String FOLDER = "/";
    private static final char BY_STAMP = '=';
    private static final char BY_INODE = '@';

    Listing {
        traits = new TreeMap<>(traits);
    }

    /** How something in a folder is not as it is known. */
    record Difference(String path, String reason) {}

    /** Collects what is known. */
    static final class Builder {
        private final SortedMap<String, String> traits = new TreeMap<>();

        void folder(String path) {
            traits.put(path, FOLDER);
        }

        void exactly(String path, FileStamp stamp) {
            traits.put(path, BY_STAMP + JournalFile.field(Optional.of(stamp)));
        }

        void carried(String path, long inode) {
            traits.put(path, BY_INODE + Long.toString(inode));
        }

        Listing build() {
            return new Listing(traits);
        }
    }

    /** Return the stamp of a file that comes or goes. */
    FileStamp stamp(String path) {
        return Optional.ofNullable(traits.get(path))
                .flatMap(trait -> JournalFile.stamp(trait.substring(1)))
                .orElseThrow();
    }

    /** Return whether a file that comes or goes is known to stand there. */
    boolean comesOrGoes(String path) {
        return traits.getOrDefault(path, "").startsWith(String.valueOf(BY_STAMP));
    }

    /** Return whether this is what is known to stand there. */
    boolean holds(String path, Look look) {
        String trait = traits.getOrDefault(path, "");
        return switch (look) {
            case Look.Absent _ -> trait.isEmpty();
            case Look.Regular file ->
                trait.equals(BY_STAMP + JournalFile.field(Optional.of(file.stamp())))
                        || trait.equals(BY_INODE + Long.toString(file.stamp().inode()));
            case Look.Other other -> trait.equals(other.folder() ? FOLDER : BY_INODE + Long.toString(other.inode()));
        };
    }

    /** Return everything that is not as it is known. */
    List<Difference> differences(SortedMap<String, Look> found) {
        List<Difference> differences = new ArrayList<>();
        found.forEach((path, look) -> {
            if (!holds(path, look)) {
                String reason = traits.containsKey(path) ? "was changed" : "appeared";
                differences.add(new Difference(path, reason + " during the promotion"));
            }
        });
        for (String path : traits.keySet()) {
            if (!found.containsKey(path)) {
                differences.add(new Difference(path, "was removed during the promotion"));
            }
        }
        return differences;
    }

    /** Return paths and traits in turn, as fields of the journal. */
    List<String> fields() {
        List<String> fields = new ArrayList<>();
        for (Map.Entry<String, String> known : traits.entrySet()) {
            fields.add(known.getKey());
            fields.add(known.getValue());
        }
        return fields;
    }

    static Listing of(List<String> fields) {
        SortedMap<String, String> traits = new TreeMap<>();
        for (int i = 0; i + 1 < fields.size(); i += 2) {
            traits.put(fields.get(i), fields.get(i + 1));
        }
        return new Listing(traits);
    }
}
