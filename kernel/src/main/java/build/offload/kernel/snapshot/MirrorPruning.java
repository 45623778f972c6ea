package build.offload.kernel.snapshot;

import build.offload.spi.model.JobId;
import build.offload.spi.model.TreeId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Removes the objects of a mirror that no snapshot needs: neither one that a job holds, nor the last captured, nor one of the
 * latest, which hosts may have and which spare sending everything again. To be used under the checkout's lock, so that no
 * capture is half-way; executors that read on beside it read what jobs hold.
 */
final class MirrorPruning {

    private static final List<String> REACHABLE = List.of("rev-list", "--objects", "--no-object-names", "--stdin");

    private static final int RECENT = 16;

    /** How many objects go at once, so that a capture never waits long. */
    private static final int PORTION = 20_000;

    private final MirrorFolder mirror;
    private final Instant recentSince;

    /** Create a pruning that takes no account of trees submitted before a moment, unless a job holds them. */
    MirrorPruning(MirrorFolder mirror, Instant recentSince) {
        this.mirror = mirror;
        this.recentSince = recentSince;
    }

    /** Return whether something may have become needless since the last time. */
    boolean due() throws IOException {
        FileTime last =
                Files.exists(mirror.pruned()) ? Files.getLastModifiedTime(mirror.pruned()) : FileTime.fromMillis(0);
        for (Path changing : List.of(mirror.captured(), mirror.pins(), mirror.recent())) {
            if (Files.exists(changing) && Files.getLastModifiedTime(changing).compareTo(last) > 0) {
                return true;
            }
        }
        return false;
    }

    /**
     * Prune, and return how many bytes that freed. What is left of a snapshot that is not whole goes: its job can only be lost,
     * and what else needs it holds it as well.
     */
    long run(Workbench bench) throws IOException {
        Set<TreeId> roots = new LinkedHashSet<>(held());
        roots.addAll(recent());
        Set<String> needed = reachable(bench, roots);
        List<Path> needless = new ArrayList<>();
        for (Path object : LooseObjects.files(mirror)) {
            if (needless.size() < PORTION && !needed.contains(LooseObjects.id(object))) {
                needless.add(object);
            }
        }
        long freed = 0;
        for (Path object : needless) {
            freed += Files.size(object);
            Files.deleteIfExists(object);
        }
        if (needless.size() < PORTION) {
            Files.deleteIfExists(mirror.pruned());
            Files.createFile(mirror.pruned());
        }
        return freed;
    }

    private Set<TreeId> held() throws IOException {
        Set<TreeId> held = new LinkedHashSet<>();
        Pins pins = new Pins(mirror);
        for (JobId job : pins.all()) {
            pins.find(job).map(Pins.Pin::tree).ifPresent(held::add);
        }
        Optional<TreeId> last = lastCaptured();
        if (last.isPresent()) {
            held.add(last.get());
        } else {
            // An index that belongs to no capture says that objects are there which nothing holds.
            mirror.forgetIndex();
        }
        return held;
    }

    private Optional<TreeId> lastCaptured() throws IOException {
        return CapturedState.read(mirror).map(CapturedState::tree);
    }

    /** Forget the older notes of recent trees, and return the rest. */
    private List<TreeId> recent() throws IOException {
        List<Note> notes = new ArrayList<>();
        if (Files.isDirectory(mirror.recent())) {
            try (var files = Files.newDirectoryStream(mirror.recent())) {
                for (Path file : files) {
                    notes.add(new Note(file, Files.getLastModifiedTime(file).toInstant()));
                }
            }
        }
        notes.sort(Comparator.comparing(Note::at).reversed());
        List<TreeId> kept = new ArrayList<>();
        for (Note note : notes) {
            if (kept.size() < RECENT && note.at().isAfter(recentSince)) {
                kept.add(new TreeId(String.valueOf(note.file().getFileName())));
            } else {
                Files.deleteIfExists(note.file());
            }
        }
        return kept;
    }

    private record Note(Path file, Instant at) {}

    private Set<String> reachable(Workbench bench, Set<TreeId> roots) throws IOException {
        try {
            return listed(bench, roots);
        } catch (SnapshotException broken) {
            Set<TreeId> whole = new LinkedHashSet<>();
            for (TreeId root : roots) {
                if (bench.succeedsOnObjects(List.of("rev-list", "--objects", "--quiet", root.value()))) {
                    whole.add(root);
                }
            }
            if (!lastCaptured().stream().allMatch(whole::contains)) {
                mirror.forgetIndex();
            }
            return listed(bench, whole);
        }
    }

    private static Set<String> listed(Workbench bench, Set<TreeId> roots) throws IOException {
        if (roots.isEmpty()) {
            return Set.of();
        }
        StringBuilder asked = new StringBuilder();
        roots.forEach(root -> asked.append(root).append('\n'));
        ByteArrayOutputStream ids = new ByteArrayOutputStream();
        bench.stream(REACHABLE, bench.file(asked.toString()), ids);
        return ids.toString(StandardCharsets.US_ASCII).lines().collect(Collectors.toSet());
    }
}
