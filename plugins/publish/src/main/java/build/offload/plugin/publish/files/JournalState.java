package build.offload.plugin.publish.files;

import build.offload.spi.publish.PublicationStrategy.Conflict;
import java.util.List;

/**
 * What the journal says of a promotion.
 *
 * @param folders the folders of the checkout that it makes, relative, each after the one it is in
 * @param conflicts why it is put back
 */
record JournalState(Phase phase, List<Item> items, List<String> folders, List<Conflict> conflicts) {

    /** How far it is. */
    enum Phase {
        /** The copies wait beside their targets; any number of them may be in place. */
        PLACING,
        /** All are in place; what they replaced may still be there. */
        PLACED,
        /** What is in place goes back. */
        UNDOING
    }

    JournalState {
        items = List.copyOf(items);
        folders = List.copyOf(folders);
        conflicts = List.copyOf(conflicts);
    }

    JournalState placed(List<Item> all) {
        return new JournalState(Phase.PLACED, all, folders, List.of());
    }

    JournalState undoing(List<Item> all, List<Conflict> because) {
        return new JournalState(Phase.UNDOING, all, folders, because);
    }
}
