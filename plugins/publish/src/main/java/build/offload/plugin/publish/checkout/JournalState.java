package build.offload.plugin.publish.checkout;

import build.offload.spi.publish.PublicationStrategy.Conflict;
import java.util.List;

/**
 * What the journal says of a promotion.
 *
 * @param folders the folders of the checkout that it makes, relative, each after the one it is in
 * @param conflicts why it is put back
 */
public record JournalState<I>(Phase phase, List<I> items, List<String> folders, List<Conflict> conflicts) {

    /** How far it is. */
    public enum Phase {
        /** The copies wait beside their targets; any number of them may be in place. */
        PLACING,
        /** All are in place; what they replaced may still be there. */
        PLACED,
        /** What is in place goes back. */
        UNDOING
    }

    public JournalState {
        items = List.copyOf(items);
        folders = List.copyOf(folders);
        conflicts = List.copyOf(conflicts);
    }

    /** Return the state in which nothing is in place yet. */
    public static <I> JournalState<I> placing(List<I> items, List<String> folders) {
        return new JournalState<>(Phase.PLACING, items, folders, List.of());
    }

    JournalState<I> placed(List<I> all) {
        return new JournalState<>(Phase.PLACED, all, folders, List.of());
    }

    JournalState<I> undoing(List<I> all, List<Conflict> because) {
        return new JournalState<>(Phase.UNDOING, all, folders, because);
    }
}
