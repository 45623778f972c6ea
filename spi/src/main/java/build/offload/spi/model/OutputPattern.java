package build.offload.spi.model;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A declared output: a path inside the checkout in which {@code *} and {@code ?} stand for characters of one component,
 * {@code [abc]}, {@code [a-z]} and {@code [!abc]} for one character, and a component {@code **} for any number of folders (as the last one: everything
 * below). {@code FOLDER/} is another way to write {@code FOLDER/**}. Leading dots are matched like any other character.
 */
public record OutputPattern(String value) {

    public OutputPattern {
        value = value.length() > 1 && value.endsWith("/") ? value + "**" : value;
        List<String> components = List.of(value.split("/", -1));
        OutputPath.check(value, components);
        for (String component : components) {
            if (component.contains("**") && !component.equals("**")) {
                throw new InvalidValueException("output", "'" + value + "': ** stands only as a component of its own");
            }
        }
        Glob.parse(value);
    }

    /** Return whether this declaration covers the path. */
    public boolean matches(OutputPath path) {
        return matcher().test(path);
    }

    /** Return the same test as {@link #matches}, prepared once for use on many paths. */
    public Predicate<OutputPath> matcher() {
        Glob glob = Glob.parse(value);
        return path -> glob.matches(path.value());
    }

    /** Return whether the declaration names one file, without any wildcard. */
    public boolean literal() {
        return value.chars().noneMatch(c -> c == '*' || c == '?' || c == '[');
    }

    /** Return the folder all of whose content this declares, as {@code FOLDER/**} does; empty for any other declaration. */
    public Optional<OutputPath> wholeFolder() {
        String all = "/**";
        if (!value.endsWith(all)) {
            return Optional.empty();
        }
        OutputPattern folder = new OutputPattern(value.substring(0, value.length() - all.length()));
        return folder.literal() ? Optional.of(new OutputPath(folder.value())) : Optional.empty();
    }

    @Override
    public String toString() {
        return value;
    }
}
