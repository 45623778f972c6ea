package build.offload.conformance.wire.run;

import build.offload.conformance.wire.check.Check;
import build.offload.conformance.wire.check.Group;
import java.util.List;
import java.util.Set;

/**
 * Which checks are run.
 *
 * @param groups the groups
 * @param only ids, beginnings of ids or names of groups; empty means all
 * @param skip ids, beginnings of ids or names of groups that are left out
 */
public record Selection(Set<Group> groups, List<String> only, List<String> skip) {

    /** Keep copies. */
    public Selection {
        groups = Set.copyOf(groups);
        only = List.copyOf(only);
        skip = List.copyOf(skip);
    }

    /** Return whether a check is among them. */
    public boolean selects(Check check) {
        return groups.contains(check.group())
                && (only.isEmpty() || only.stream().anyMatch(word -> means(word, check)))
                && skip.stream().noneMatch(word -> means(word, check));
    }

    /** Return whether a word of {@code only} or {@code skip} means a check. */
    public static boolean means(String word, Check check) {
        return check.group().word().equalsIgnoreCase(word)
                || check.id().equals(word)
                || check.id().startsWith(word + "-");
    }
}
