package build.offload.spi.model;

import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A declared output: a path inside the checkout in which {@code *} and {@code ?} stand for characters of one component,
 * {@code [abc]} for one character, and a component {@code **} for any number of folders (as the last one: everything
 * below). Leading dots are matched like any other character.
 */
public record OutputPattern(String value) {

    public OutputPattern {
        List<String> components = List.of(value.split("/", -1));
        OutputPath.check(value, components);
        for (String component : components) {
            if (component.contains("**") && !component.equals("**")) {
                throw new InvalidValueException("output", "'" + value + "': ** stands only as a component of its own");
            }
        }
        Pattern.compile(expression(value));
    }

    /** Return whether this declaration covers the path. */
    public boolean matches(OutputPath path) {
        return matcher().test(path);
    }

    /** Return the same test as {@link #matches}, compiled once for use on many paths. */
    public Predicate<OutputPath> matcher() {
        Pattern compiled = Pattern.compile(expression(value));
        return path -> compiled.matcher(path.value()).matches();
    }

    /** Return whether the declaration names one file, without any wildcard. */
    public boolean literal() {
        return value.chars().noneMatch(c -> c == '*' || c == '?' || c == '[');
    }

    private static String expression(String glob) {
        StringBuilder out = new StringBuilder();
        String[] components = glob.split("/");
        for (int i = 0; i < components.length; i++) {
            boolean last = i == components.length - 1;
            if (components[i].equals("**")) {
                out.append(last ? ".+" : "(?:[^/]+/)*");
            } else {
                out.append(componentExpression(components[i])).append(last ? "" : "/");
            }
        }
        return "(?s)" + out;
    }

    private static String componentExpression(String component) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < component.length(); i++) {
            char c = component.charAt(i);
            int close = c == '[' ? component.indexOf(']', i + 2) : -1;
            if (c == '*') {
                out.append("[^/]*");
            } else if (c == '?') {
                out.append("[^/]");
            } else if (close > 0) {
                out.append(classExpression(component.substring(i + 1, close)));
                i = close;
            } else {
                out.append(Pattern.quote(String.valueOf(c)));
            }
        }
        return out.toString();
    }

    private static String classExpression(String body) {
        boolean negated = body.startsWith("!") || body.startsWith("^");
        String members = (negated ? body.substring(1) : body).replaceAll("[\\\\\\[\\]^&]", "\\\\$0");
        return "(?!/)[" + (negated ? "^" : "") + members + "]";
    }

    @Override
    public String toString() {
        return value;
    }
}
