package build.offload.conformance.wire.check;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/**
 * One rule and the way to find out whether a server obeys it.
 *
 * @param id stable, such as {@code W-STATUS-01}
 * @param title the rule in a few words
 * @param serves the sentence the rule is taken from
 * @param lookAt what to look at when it fails
 */
public record Check(
        String id, Group group, String title, Citation serves, String lookAt, Set<Need> needs, Probe probe) {

    /** Keep a copy of the needs. */
    public Check {
        needs = Set.copyOf(needs);
    }

    /** Begin a check. */
    public static Draft check(Group group, String id, String title) {
        return new Draft(group, id, title);
    }

    /** A check that has no source yet. */
    public record Draft(Group group, String id, String title) {

        /** Say which sentence it serves. */
        public Sourced serves(Page page, String sentence) {
            return new Sourced(this, new Citation(page, sentence), Set.of());
        }
    }

    /** A check that knows its source. */
    public record Sourced(Draft draft, Citation serves, Set<Need> needs) {

        /** Say what it cannot do without. */
        public Sourced needs(Need... needed) {
            Set<Need> all = EnumSet.noneOf(Need.class);
            all.addAll(Arrays.asList(needed));
            return new Sourced(draft, serves, all);
        }

        /** Say what to look at when it fails. */
        public Explained lookAt(String advice) {
            return new Explained(this, advice);
        }
    }

    /** A check that lacks nothing but its probe. */
    public record Explained(Sourced sourced, String lookAt) {

        /** Say how it finds out. */
        public Check by(Probe probe) {
            Draft draft = sourced.draft();
            return new Check(
                    draft.id(), draft.group(), draft.title(), sourced.serves(), lookAt, sourced.needs(), probe);
        }
    }
}
