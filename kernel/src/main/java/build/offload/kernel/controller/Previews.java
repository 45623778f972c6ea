package build.offload.kernel.controller;

import build.offload.kernel.snapshot.EntryMode;
import build.offload.kernel.snapshot.LeftOut;
import build.offload.kernel.snapshot.Mirror;
import build.offload.kernel.snapshot.Mirrors;
import build.offload.kernel.snapshot.Preview;
import build.offload.kernel.snapshot.Preview.Sized;
import build.offload.kernel.snapshot.Snapshot;
import build.offload.spi.frontend.Query.SnapshotOf;
import build.offload.spi.frontend.SnapshotView;
import build.offload.spi.frontend.SnapshotView.Entry;
import build.offload.spi.frontend.SnapshotView.Explanation;
import build.offload.spi.frontend.SnapshotView.Kind;
import build.offload.spi.model.InvalidValueException;
import build.offload.spi.model.MirrorId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/** Looks at what a submission would send, without one. */
final class Previews {

    private final Mirrors mirrors;
    private final String machineId;

    Previews(Mirrors mirrors, String machineId) {
        this.mirrors = mirrors;
        this.machineId = machineId;
    }

    /**
     * Return what would travel.
     *
     * @throws InvalidValueException when the checkout cannot be captured, or the path leads out of it
     */
    SnapshotView of(SnapshotOf asked) {
        asked.path().ifPresent(Previews::requireInside);
        try {
            Path checkout = Path.of(asked.checkout()).toRealPath();
            MirrorId id = Mirrors.idOf(machineId, checkout);
            return mirrors.locks().holding(id, () -> {
                Mirror mirror = mirrors.open(id, checkout);
                return view(asked, mirror, mirror.preview(asked.path()));
            });
        } catch (IOException cannot) {
            throw new InvalidValueException("checkout", "cannot be captured: " + cannot.getMessage());
        }
    }

    private static void requireInside(String path) {
        Path given = Path.of(path);
        if (path.isEmpty()
                || given.isAbsolute()
                || !given.normalize().toString().equals(path)
                || path.startsWith("..")) {
            throw new InvalidValueException("path", "must be relative to the checkout's top and lead nowhere else");
        }
    }

    private static SnapshotView view(SnapshotOf asked, Mirror mirror, Preview preview) {
        Snapshot snapshot = preview.snapshot();
        List<Entry> largest = preview.files().stream()
                .sorted(Comparator.comparingLong(Sized::bytes).reversed())
                .limit(asked.limit())
                .map(Previews::entry)
                .toList();
        return new SnapshotView(
                mirror.checkout().toString(),
                snapshot.tree().value(),
                preview.files().size(),
                preview.files().stream().mapToLong(Sized::bytes).sum(),
                largest,
                snapshot.emptyFolders(),
                snapshot.leftOut().stream().map(Previews::leftOut).toList(),
                preview.verdict()
                        .map(verdict ->
                                new Explanation(asked.path().orElseThrow(), verdict.travels(), verdict.reason())));
    }

    private static Entry entry(Sized file) {
        return new Entry(file.entry().path().toString(), kind(file.entry().mode()), file.bytes());
    }

    private static Kind kind(EntryMode mode) {
        return switch (mode) {
            case FILE -> Kind.FILE;
            case EXECUTABLE -> Kind.EXECUTABLE;
            case LINK -> Kind.LINK;
        };
    }

    private static SnapshotView.LeftOut leftOut(LeftOut left) {
        return new SnapshotView.LeftOut(left.path(), left.reason());
    }
}
