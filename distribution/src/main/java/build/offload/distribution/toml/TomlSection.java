package build.offload.distribution.toml;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;
import org.tomlj.TomlVersion;

/**
 * One table of a TOML file. Reading a key marks it as known; {@link #rejectUnknown} reports the others. A value that is
 * not what it should be is reported and reads as absent, so that one look finds every problem of a file.
 */
public final class TomlSection {

    private final Path file;
    private final String path;
    private final int line;
    private final TomlTable table;
    private final List<TomlProblem> problems;
    private final TreeSet<String> known = new TreeSet<>();

    private TomlSection(Path file, String path, int line, TomlTable table, List<TomlProblem> problems) {
        this.file = file;
        this.path = path;
        this.line = line;
        this.table = table;
        this.problems = problems;
    }

    /** Read a file; what is not TOML is reported, and the tables that could be read are returned all the same. */
    public static TomlSection read(Path file, List<TomlProblem> problems) throws IOException {
        TomlParseResult result = Toml.parse(decoded(file, problems), TomlVersion.V1_0_0);
        for (TomlParseError error : result.errors()) {
            problems.add(new TomlProblem(file, error.position().line(), "", String.valueOf(error.getMessage())));
        }
        return new TomlSection(file, "", 1, result, problems);
    }

    /** Return what a file without any text would read as. */
    public static TomlSection empty(Path file, List<TomlProblem> problems) {
        return new TomlSection(file, "", 1, Toml.parse(""), problems);
    }

    private static String decoded(Path file, List<TomlProblem> problems) throws IOException {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (CharacterCodingException wrong) {
            problems.add(new TomlProblem(file, 1, "", "is not text in UTF-8"));
            return "";
        }
    }

    /** Return the line this table begins on, from 1. */
    public int line() {
        return line;
    }

    /** Return a text. */
    public Optional<String> text(String key) {
        return of(key, String.class, "a text in quotes");
    }

    /** Return a text as what {@code reader} makes of it; what it throws as {@link IllegalArgumentException} is reported. */
    public <T> Optional<T> text(String key, Function<String, T> reader) {
        return text(key).flatMap(text -> converted(key, positionOf(key), text, reader));
    }

    /** Return a text or a bare number as what {@code reader} makes of it. */
    public <T> Optional<T> quantity(String key, Function<String, T> reader) {
        Object value = value(key);
        return value instanceof Long number
                ? converted(key, positionOf(key), Long.toString(number), reader)
                : text(key, reader);
    }

    /** Return a whole number between two bounds, both included. */
    public Optional<Long> number(String key, long least, long most) {
        Optional<Long> number = of(key, Long.class, "a whole number");
        if (number.isPresent() && (number.get() < least || number.get() > most)) {
            report(key, "must be between " + least + " and " + most + ", but is " + number.get());
            return Optional.empty();
        }
        return number;
    }

    /** Return a number, with or without a fraction, that is larger than zero. */
    public Optional<Double> factor(String key) {
        Object value = value(key);
        if (value == null) {
            return Optional.empty();
        }
        if (value instanceof Number number && number.doubleValue() > 0 && Double.isFinite(number.doubleValue())) {
            return Optional.of(number.doubleValue());
        }
        report(key, "must be a number larger than 0");
        return Optional.empty();
    }

    /** Return a true or false. */
    public Optional<Boolean> flag(String key) {
        return of(key, Boolean.class, "true or false");
    }

    /** Return a list of texts, each as what {@code reader} makes of it; absent reads as empty. */
    public <T> List<T> texts(String key, Function<String, T> reader) {
        List<T> found = new ArrayList<>();
        of(key, TomlArray.class, "a list of texts in quotes").ifPresent(array -> {
            for (int i = 0; i < array.size(); i++) {
                element(key, array, i, reader).ifPresent(found::add);
            }
        });
        return List.copyOf(found);
    }

    private <T> Optional<T> element(String key, TomlArray array, int index, Function<String, T> reader) {
        int at = lineOf(array.inputPositionOf(index));
        if (array.get(index) instanceof String text) {
            return converted(key, at, text, reader);
        }
        report(key, at, "must be a list of texts in quotes; element " + (index + 1) + " is none");
        return Optional.empty();
    }

    /** Return a table; absent reads as an empty one. */
    public TomlSection section(String key) {
        return of(key, TomlTable.class, "a table")
                .map(child -> child(key, positionOf(key), child))
                .orElseGet(() -> child(key, line, Toml.parse("")));
    }

    /** Return the tables of an array of tables, {@code [[key]]}; absent reads as none. */
    public List<TomlSection> sections(String key) {
        List<TomlSection> found = new ArrayList<>();
        of(key, TomlArray.class, "a list of tables, [[" + key + "]]").ifPresent(array -> {
            for (int i = 0; i < array.size(); i++) {
                int at = lineOf(array.inputPositionOf(i));
                if (array.get(i) instanceof TomlTable child) {
                    found.add(child(key, at, child));
                } else {
                    report(key, at, "must be a list of tables, [[" + key + "]]");
                }
            }
        });
        return List.copyOf(found);
    }

    /** Return every table in this one by its name; anything that is no table is reported. */
    public Map<String, TomlSection> namedSections() {
        Map<String, TomlSection> found = new LinkedHashMap<>();
        for (String key : table.keySet()) {
            of(key, TomlTable.class, "a table").ifPresent(child -> found.put(key, child(key, positionOf(key), child)));
        }
        return found;
    }

    /** Return every text in this table by its key, as what {@code reader} makes of key and text. */
    public <T> List<T> namedTexts(Function<Map.Entry<String, String>, T> reader) {
        List<T> found = new ArrayList<>();
        for (String key : table.keySet()) {
            text(key, value -> reader.apply(Map.entry(key, value))).ifPresent(found::add);
        }
        return List.copyOf(found);
    }

    /** Return whether the table has the key, whatever its value is. */
    public boolean has(String key) {
        return table.contains(List.of(key));
    }

    /** Report a key that must be there and is not. */
    public void require(String key) {
        if (!has(key)) {
            report(key, line, "is missing");
        }
    }

    /** Report something about a key of this table. */
    public void report(String key, String reason) {
        report(key, positionOf(key), reason);
    }

    /** Report every key that nothing has asked for. */
    public void rejectUnknown() {
        for (String key : table.keySet()) {
            if (!known.contains(key)) {
                report(key, "is no key known here; known are " + String.join(", ", known));
            }
        }
    }

    private TomlSection child(String key, int at, TomlTable child) {
        return new TomlSection(file, pathOf(key), at, child, problems);
    }

    private <T> Optional<T> converted(String key, int at, String text, Function<String, T> reader) {
        try {
            return Optional.of(reader.apply(text));
        } catch (IllegalArgumentException wrong) {
            report(key, at, String.valueOf(wrong.getMessage()));
            return Optional.empty();
        }
    }

    private <T> Optional<T> of(String key, Class<T> type, String description) {
        Object value = value(key);
        if (value == null) {
            return Optional.empty();
        }
        if (type.isInstance(value)) {
            return Optional.of(type.cast(value));
        }
        report(key, "must be " + description);
        return Optional.empty();
    }

    private @Nullable Object value(String key) {
        known.add(key);
        return table.get(List.of(key));
    }

    private void report(String key, int at, String reason) {
        problems.add(new TomlProblem(file, at, pathOf(key), reason));
    }

    private String pathOf(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    private int positionOf(String key) {
        return lineOf(table.inputPositionOf(List.of(key)));
    }

    private int lineOf(@Nullable TomlPosition position) {
        return position == null ? line : position.line();
    }
}
