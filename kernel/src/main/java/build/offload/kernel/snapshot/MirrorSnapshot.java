package build.offload.kernel.snapshot;

import build.offload.spi.executor.SnapshotSource;
import build.offload.spi.model.TreeId;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A snapshot in a mirror, packed by git as an executor asks. Captures that go on beside it only add objects. */
final class MirrorSnapshot implements SnapshotSource {

    private final Mirror mirror;
    private final TreeId tree;
    private final List<String> emptyFolders;

    MirrorSnapshot(Mirror mirror, TreeId tree, List<String> emptyFolders) {
        this.mirror = mirror;
        this.tree = tree;
        this.emptyFolders = List.copyOf(emptyFolders);
    }

    @Override
    public TreeId tree() {
        return tree;
    }

    @Override
    public List<String> emptyFolders() {
        return emptyFolders;
    }

    /** A base that this mirror has lost costs a full pack, and no failure. */
    @Override
    public void writePack(Optional<TreeId> base, OutputStream out) throws IOException {
        Counted counted = new Counted(out);
        try {
            pack(base, counted);
        } catch (SnapshotException missing) {
            if (base.isEmpty() || counted.any) {
                mirror.distrust();
                throw missing;
            }
            writePack(Optional.empty(), out);
        }
    }

    private void pack(Optional<TreeId> base, OutputStream out) throws IOException {
        try (Workbench bench = mirror.workbench()) {
            Path revisions = bench.file(
                    tree + "\n" + base.map(excluded -> "^" + excluded + "\n").orElse(""));
            bench.stream(List.of("pack-objects", "--revs", "--stdout", "-q"), revisions, out);
        }
    }

    /** Knows whether anything was written; a second try must not follow a first half. */
    private static final class Counted extends OutputStream {
        private final OutputStream out;
        private boolean any;

        Counted(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int octet) throws IOException {
            any = true;
            out.write(octet);
        }

        @Override
        public void write(byte[] octets, int from, int length) throws IOException {
            any = true;
            out.write(octets, from, length);
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }
    }
}
