package build.offload.kernel.snapshot;

import build.offload.spi.model.MirrorId;
import build.offload.spi.model.TreeId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Mirrors whose captures are kept in memory and take no process of git: every file is in them, ignored or not. Pins, locks,
 * generations and stamps are the product's own.
 */
public final class FolderMirrors extends Mirrors {

    private final Path folder;
    private final Map<MirrorId, Mirror> opened = new HashMap<>();
    private final Map<TreeId, List<TreeEntry>> trees;
    private final boolean blind;

    /**
     * Create the mirrors of one life of a controller.
     *
     * @param trees what was captured so far, which outlives it
     * @param blind whether every generation of a checkout looks like every other
     */
    public FolderMirrors(Path folder, String bootId, Map<TreeId, List<TreeEntry>> trees, boolean blind) {
        super(folder, bootId, SnapshotSettings.standard(), new CheckoutLocks());
        this.folder = folder;
        this.trees = trees;
        this.blind = blind;
    }

    @Override
    public Mirror open(MirrorId id, Path checkout) throws IOException {
        Mirror known = opened.get(id);
        if (known == null) {
            MirrorFolder place = new MirrorFolder(folder.resolve(id.value()));
            place.create(checkout);
            known = new InMemory(id, checkout, place);
            opened.put(id, known);
        }
        return known;
    }

    /** What is kept in memory has no objects that could go. */
    @Override
    public long prune(MirrorId id, Instant recentSince) {
        return 0;
    }

    private final class InMemory extends Mirror {

        InMemory(MirrorId id, Path checkout, MirrorFolder place) {
            super(id, checkout, place, SnapshotSettings.standard(), locks());
        }

        @Override
        public Snapshot capture() throws IOException {
            List<TreeEntry> entries = new ArrayList<>();
            StringBuilder names = new StringBuilder();
            for (Path file : files()) {
                String path = checkout().relativize(file).toString();
                byte[] content = Files.readAllBytes(file);
                TreeEntry entry =
                        new TreeEntry(TreePath.of(path), EntryMode.FILE, Digests.sha1(content, content.length));
                entries.add(entry);
                names.append(path).append(' ').append(entry.objectId()).append('\n');
            }
            byte[] text = names.toString().getBytes(StandardCharsets.UTF_8);
            TreeId tree = new TreeId(Digests.sha1(text, text.length));
            trees.put(tree, entries);
            return new Snapshot(tree, entries, List.of(), List.of());
        }

        private List<Path> files() throws IOException {
            try (Stream<Path> all = Files.walk(checkout())) {
                return all.filter(Files::isRegularFile)
                        .filter(file -> !new TreePath(file.getFileName().toString()).reserved())
                        .sorted()
                        .toList();
            }
        }

        @Override
        public String generation(Snapshot snapshot, GenerationRule rule) throws IOException {
            return blind ? "0".repeat(64) : super.generation(snapshot, rule);
        }

        @Override
        public List<MovedPath> moved(TreeId then, Snapshot now, GenerationRule rule) throws IOException {
            return Generation.of(checkout(), rule).moved(trees.getOrDefault(then, List.of()), now.entries());
        }

        @Override
        boolean complete(TreeId tree) {
            return trees.containsKey(tree);
        }
    }
}
