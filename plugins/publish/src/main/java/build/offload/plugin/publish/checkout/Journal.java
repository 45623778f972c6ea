package build.offload.plugin.publish.checkout;

import build.offload.plugin.publish.checkout.JournalState.Phase;
import build.offload.spi.publish.PublicationStrategy.Conflict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The journal of a promotion: its phase, a line for each thing it moves, for each folder it makes, and for each conflict. */
final class Journal<I> {

    private final Cargo<I> cargo;
    private final JournalFile file;

    Journal(Site site, Cargo<I> cargo) {
        this.cargo = cargo;
        this.file = new JournalFile(site, cargo.journalHead());
    }

    /**
     * Return what the journal says; empty if nothing was begun that needs one.
     *
     * @throws IOException when it is not this request's, or not readable
     */
    Optional<JournalState<I>> read() throws IOException {
        return file.read().map(this::parse);
    }

    private JournalState<I> parse(List<List<String>> lines) {
        List<I> items = new ArrayList<>();
        List<String> folders = new ArrayList<>();
        List<Conflict> conflicts = new ArrayList<>();
        for (List<String> fields : lines.subList(1, lines.size())) {
            switch (fields.getFirst()) {
                case "item" -> items.add(cargo.item(fields.subList(1, fields.size())));
                case "folder" -> folders.add(fields.get(1));
                case "conflict" -> conflicts.add(JournalFile.conflict(fields));
                default -> throw new IllegalStateException("a journal has no line '" + fields + "'");
            }
        }
        return new JournalState<>(Phase.valueOf(lines.getFirst().getFirst()), items, folders, conflicts);
    }

    /** Write the state so that it survives a power loss, before anything is done that rests on it. */
    void write(JournalState<I> state) throws IOException {
        List<List<String>> lines = new ArrayList<>();
        lines.add(List.of(state.phase().name()));
        for (I item : state.items()) {
            List<String> line = new ArrayList<>(List.of("item"));
            line.addAll(cargo.fields(item));
            lines.add(line);
        }
        state.folders().forEach(made -> lines.add(List.of("folder", made)));
        state.conflicts().forEach(conflict -> lines.add(JournalFile.line(conflict)));
        file.write(state.phase().name(), lines);
    }

    /** Forget a promotion that was put back. */
    void clear() throws IOException {
        file.clear();
    }
}
