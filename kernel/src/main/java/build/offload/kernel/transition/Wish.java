package build.offload.kernel.transition;

import build.offload.spi.frontend.Controller.Refusal;

/** What a caller wants. */
public sealed interface Wish {

    /** A transition whose arguments could be read. */
    record Change(Transition transition) implements Wish {}

    /** A verb whose arguments could not; it is refused, once replay and revision have had their turn. */
    record Malformed(String verb, Refusal refusal) implements Wish {}

    /** Return the name of the transition. */
    default String kind() {
        return switch (this) {
            case Change change -> change.transition().kind();
            case Malformed malformed -> malformed.verb();
        };
    }
}
