package build.offload.plugin.publish.files;

import build.offload.plugin.publish.checkout.JournalFile;
import build.offload.plugin.publish.checkout.Site;
import build.offload.plugin.publish.files.JournalState.Phase;
import build.offload.spi.publish.PublicationStrategy.Conflict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The journal of a promotion file by file: its phase, a line for each file, each folder it makes, and each conflict. */
final class Journal {

    private final Site site;
    private final JournalFile file;

    Journal(Site site) {
        this.site = site;
        this.file = new JournalFile(site, "offload promotion 1");
    }

    /**
     * Return what the journal says; empty if nothing was begun that needs one.
     *
     * @throws IOException when it is not this request's, or not readable
     */
    Optional<JournalState> read() throws IOException {
        return file.read().map(Journal::parse);
    }

    private static JournalState parse(List<List<String>> lines) {
        List<Item> items = new ArrayList<>();
        List<String> folders = new ArrayList<>();
        List<Conflict> conflicts = new ArrayList<>();
        for (List<String> fields : lines.subList(1, lines.size())) {
            switch (fields.getFirst()) {
                case "item" -> items.add(item(fields));
                case "folder" -> folders.add(fields.get(1));
                case "conflict" -> conflicts.add(JournalFile.conflict(fields));
                default -> throw new IllegalStateException("a journal has no line '" + fields + "'");
            }
        }
        return new JournalState(Phase.valueOf(lines.getFirst().getFirst()), items, folders, conflicts);
    }

    private static Item item(List<String> fields) {
        return new Item(
                Integer.parseInt(fields.get(1)),
                Integer.parseInt(fields.get(2)),
                JournalFile.stamp(fields.get(3)).orElseThrow(),
                JournalFile.stamp(fields.get(4)),
                JournalFile.stamp(fields.get(5)));
    }

    /** Write the state so that it survives a power loss, before anything is done that rests on it. */
    void write(JournalState state) throws IOException {
        List<List<String>> lines = new ArrayList<>();
        lines.add(List.of(state.phase().name()));
        state.items().forEach(item -> lines.add(line(item)));
        state.folders().forEach(made -> lines.add(List.of("folder", made)));
        state.conflicts().forEach(conflict -> lines.add(JournalFile.line(conflict)));
        file.write(state.phase().name(), lines);
    }

    private List<String> line(Item item) {
        return List.of(
                "item",
                Integer.toString(item.number()),
                Integer.toString(item.home()),
                JournalFile.field(Optional.of(item.fresh())),
                JournalFile.field(item.was()),
                JournalFile.field(item.placed()),
                item.target(site).path().value());
    }

    /** Forget a promotion that was put back. */
    void clear() throws IOException {
        file.clear();
    }
}
