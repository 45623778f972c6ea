package build.offload.kernel.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a simulation did, and the first rule that it found broken. It is kept rather than thrown, since code that calls plugins
 * takes whatever is thrown there for theirs.
 */
final class Findings {

    private static final int TAIL = 60;

    private final List<String> trace = new ArrayList<>();
    private Optional<Found> first = Optional.empty();

    /** A rule that was broken, and how. */
    record Found(Rule rule, String how) {}

    /** Write down what is done. */
    void note(String what) {
        trace.add(what);
    }

    /** Write down that a rule was broken; what comes after the first time is of no interest. */
    void broken(Rule rule, String how) {
        if (first.isEmpty()) {
            note(rule + " broken: " + how);
            first = Optional.of(new Found(rule, how));
        }
    }

    /** Require something that a rule asks for. */
    void require(boolean kept, Rule rule, String how) {
        if (!kept) {
            broken(rule, how);
        }
    }

    Optional<Found> first() {
        return first;
    }

    /** Return everything that was done. */
    List<String> trace() {
        return List.copyOf(trace);
    }

    /** Return what was done last. */
    String tail() {
        return String.join("\n  ", trace.subList(Math.max(0, trace.size() - TAIL), trace.size()));
    }
}
