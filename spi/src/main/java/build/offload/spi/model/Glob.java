package build.offload.spi.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * A parsed output declaration. Matching takes at most as many steps as pattern and path are long together, multiplied once:
 * a declaration that comes from a stranger's project file cannot keep the controller busy.
 */
final class Glob {

    private static final String ANY_FOLDERS = "**";

    private final List<Component> components;

    private Glob(List<Component> components) {
        this.components = components;
    }

    /** What one component of a pattern admits: a component of a path, or any number of folders. */
    private record Component(List<Place> places, boolean anyFolders) {}

    /** What one place in a component admits: one character, or any number of them. */
    private record Place(IntPredicate admits, boolean anyNumber) {}

    /** Parse a pattern; throws when a class in it names a range that is empty. */
    static Glob parse(String pattern) {
        List<Component> components = new ArrayList<>();
        for (String component : pattern.split("/", -1)) {
            components.add(
                    component.equals(ANY_FOLDERS)
                            ? new Component(List.of(), true)
                            : new Component(new ComponentParser(pattern, component).parse(), false));
        }
        if (components.getLast().anyFolders()) {
            components.add(new Component(List.of(new Place(_ -> true, true)), false));
        }
        return new Glob(List.copyOf(components));
    }

    boolean matches(String path) {
        List<int[]> folders = new ArrayList<>();
        for (String folder : path.split("/", -1)) {
            folders.add(folder.codePoints().toArray());
        }
        return Matching.of(
                components.size(),
                folders.size(),
                at -> components.get(at).anyFolders(),
                (at, to) -> matches(components.get(at).places(), folders.get(to)));
    }

    private static boolean matches(List<Place> places, int[] text) {
        return Matching.of(
                places.size(),
                text.length,
                at -> places.get(at).anyNumber(),
                (at, to) -> places.get(at).admits().test(text[to]));
    }

    /** Reads one component, character by character. */
    private static final class ComponentParser {
        private final String pattern;
        private final int[] text;
        private int at;

        private ComponentParser(String pattern, String component) {
            this.pattern = pattern;
            this.text = component.codePoints().toArray();
        }

        private List<Place> parse() {
            List<Place> places = new ArrayList<>();
            while (at < text.length) {
                int next = text[at++];
                places.add(
                        switch (next) {
                            case '*' -> new Place(_ -> true, true);
                            case '?' -> new Place(_ -> true, false);
                            case '[' -> new Place(oneOf(), false);
                            default -> new Place(c -> c == next, false);
                        });
            }
            return List.copyOf(places);
        }

        /** A bracket that is never closed stands for itself; one that comes first in a class does, too. */
        private IntPredicate oneOf() {
            boolean negated = at < text.length && (text[at] == '!' || text[at] == '^');
            int first = negated ? at + 1 : at;
            int close = IntStream.range(first + 1, text.length)
                    .filter(i -> text[i] == ']')
                    .findFirst()
                    .orElse(-1);
            if (close < 0) {
                return c -> c == '[';
            }
            IntPredicate members = members(first, close);
            at = close + 1;
            return negated ? members.negate() : members;
        }

        private IntPredicate members(int from, int to) {
            List<Range> ranges = new ArrayList<>();
            for (int i = from; i < to; i++) {
                boolean range = i + 2 < to && text[i + 1] == '-';
                ranges.add(range(text[i], range ? text[i + 2] : text[i]));
                i += range ? 2 : 0;
            }
            return c -> ranges.stream().anyMatch(range -> range.low() <= c && c <= range.high());
        }

        private Range range(int low, int high) {
            if (low > high) {
                throw new InvalidValueException(
                        "output",
                        "'" + pattern + "': the range " + Character.toString(low) + "-" + Character.toString(high)
                                + " is the wrong way round");
            }
            return new Range(low, high);
        }
    }

    /** Characters from one to another, both included. */
    private record Range(int low, int high) {}

    /** Matches a pattern of single places and of places that take any number, without trying the same twice. */
    private interface Matching {

        /** Return whether the place of a pattern admits the item of a text. */
        boolean admits(int at, int to);

        /** Where two stars stand in a pattern, only the later one ever has to give way. */
        static boolean of(int patternLength, int textLength, IntPredicate anyNumber, Matching one) {
            int at = 0;
            int to = 0;
            int star = -1;
            int afterStar = 0;
            while (to < textLength) {
                if (at < patternLength && anyNumber.test(at)) {
                    star = at++;
                    afterStar = to;
                } else if (at < patternLength && one.admits(at, to)) {
                    at++;
                    to++;
                } else if (star >= 0) {
                    at = star + 1;
                    to = ++afterStar;
                } else {
                    return false;
                }
            }
            return IntStream.range(at, patternLength).allMatch(anyNumber);
        }
    }
}
