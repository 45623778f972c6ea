package build.offload.plugin.publish.checkout;

import build.offload.spi.publish.PublicationStrategy.Conflict;

/** Where a thing of the journal is now. */
public sealed interface Standing<I> {

    /** Its copy waits, and its target is as recorded. */
    record Waiting<I>() implements Standing<I> {}

    /** It is in place, as the item now says. */
    record InPlace<I>(I item) implements Standing<I> {}

    /** Somebody else changed something. */
    record Disturbed<I>(Conflict conflict) implements Standing<I> {}
}
