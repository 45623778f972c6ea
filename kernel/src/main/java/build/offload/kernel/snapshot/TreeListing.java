package build.offload.kernel.snapshot;

import build.offload.spi.model.TreeId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads the entries of a tree back from the mirror. */
final class TreeListing {

    private TreeListing() {}

    static List<TreeEntry> of(Workbench bench, TreeId tree) throws IOException {
        byte[] out = bench.onObjects(List.of("ls-tree", "-r", "-z", "--full-tree", tree.value()))
                .bytes();
        List<TreeEntry> entries = new ArrayList<>();
        for (int from = 0, to = 0; to < out.length; to++) {
            if (out[to] == 0) {
                entries.add(entry(out, from, to));
                from = to + 1;
            }
        }
        return entries;
    }

    /** Read {@code mode SP type SP object TAB path}. */
    private static TreeEntry entry(byte[] out, int from, int to) {
        int tab = from;
        while (out[tab] != '\t') {
            tab++;
        }
        String[] head = new String(out, from, tab - from, StandardCharsets.US_ASCII).split(" ");
        EntryMode mode = EntryMode.of(Integer.parseInt(head[0], 8))
                .orElseThrow(() -> new IllegalStateException("no snapshot has an entry of mode " + head[0]));
        return new TreeEntry(TreePath.of(out, tab + 1, to), mode, head[2]);
    }
}
