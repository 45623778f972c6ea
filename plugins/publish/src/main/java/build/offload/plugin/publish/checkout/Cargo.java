package build.offload.plugin.publish.checkout;

import build.offload.spi.publish.PublicationStrategy.Conflict;
import build.offload.spi.publish.PublicationStrategy.Placed;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * What a promotion moves, thing by thing: a file or a whole folder. Each step may be repeated, also after a crash in the midst of
 * it.
 *
 * @param <I> a thing as the journal keeps it
 */
public interface Cargo<I> {

    /** Return what a journal of this kind begins with. */
    String journalHead();

    /** Return a thing as fields of the journal. */
    List<String> fields(I item);

    /** Return the thing that fields hold. */
    I item(List<String> fields);

    /** Remove what a crash left before there was a journal. */
    void sweep() throws IOException;

    /** Compare every target with what the request allows; returns what stands in the way. Changes nothing. */
    List<Conflict> compare() throws IOException;

    /** Copy what is staged beside its targets, synced. Comes after a comparison without objection. */
    JournalState<I> copy() throws IOException;

    /** Look where a thing is. */
    Standing<I> standing(I item) throws IOException;

    /** Return whether a thing is known to be in place. */
    boolean inPlace(I item);

    /** Look once more, and have a copy take its target's place; whoever changed something in that moment is noticed. */
    Standing<I> place(I item) throws IOException;

    /** Make the places of these things survive a power loss. */
    void sync(List<I> items) throws IOException;

    /**
     * Take a thing out again if it is still ours, and bring back what it replaced.
     *
     * @return what could not be done
     */
    Optional<Conflict> putBack(I item) throws IOException;

    /** Remove what was replaced. */
    void sweepPlaced(List<I> items) throws IOException;

    /** Remove the copies that were put back; returns what had to stay, since somebody else has made it meanwhile. */
    List<Conflict> sweepUndone(List<I> items) throws IOException;

    /** Return the targets of a thing, each as it stood when it was put in place. */
    List<Placed> placed(I item);
}
