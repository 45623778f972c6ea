package build.offload.conformance.wire.rule;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads Prometheus's text exposition format 0.0.4. What breaks the format is noted down, and what is sound is still read. */
final class Exposition {

    private static final String NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
    private static final String LABEL = "[a-zA-Z_][a-zA-Z0-9_]*=\"(?:[^\"\\\\\\n]|\\\\[\\\\\"n])*\"";
    private static final Pattern SAMPLE = Pattern.compile(
            "(" + NAME + ")(?:\\{((?:" + LABEL + "(?:," + LABEL + ")*,?)?)\\})?[ \\t]+(\\S+)(?:[ \\t]+-?[0-9]+)?");
    private static final Pattern ONE_LABEL =
            Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\\\n]|\\\\[\\\\\"n])*)\"");
    private static final Pattern ESCAPE = Pattern.compile("\\\\(.)");
    private static final Pattern TYPE =
            Pattern.compile("# TYPE (" + NAME + ") (counter|gauge|histogram|summary|untyped)");
    private static final Pattern NUMBER =
            Pattern.compile("[+-]?(Inf|NaN|[0-9]+(\\.[0-9]*)?([eE][+-]?[0-9]+)?|\\.[0-9]+([eE][+-]?[0-9]+)?)");

    private final List<Sample> samples = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private final Set<String> typed = new HashSet<>();

    private Exposition() {}

    /** One line that carries a value. */
    record Sample(String name, Map<String, String> labels, double value) {

        boolean sameSeries(Sample other) {
            return name.equals(other.name) && labels.equals(other.labels);
        }
    }

    /** Read a whole answer. */
    static Exposition read(String text) {
        Exposition exposition = new Exposition();
        if (!text.isEmpty() && !text.endsWith("\n")) {
            exposition.faults.add("the last line does not end with a line feed");
        }
        text.lines().filter(line -> !line.isBlank()).forEach(exposition::readLine);
        return exposition;
    }

    /** Return the samples, in their order. */
    List<Sample> samples() {
        return List.copyOf(samples);
    }

    /** Return what breaks the format, for people. */
    List<String> faults() {
        return List.copyOf(faults);
    }

    private void readLine(String line) {
        if (line.startsWith("# TYPE ")) {
            readType(line);
        } else if (!line.startsWith("#")) {
            readSample(line);
        }
    }

    private void readType(String line) {
        Matcher matcher = TYPE.matcher(line);
        if (!matcher.matches()) {
            faults.add("this line declares no type: " + line);
            return;
        }
        String name = matcher.group(1);
        if (!typed.add(name)
                || samples.stream().anyMatch(sample -> sample.name().equals(name))) {
            faults.add("the type of " + name + " is declared twice, or after its first sample");
        }
    }

    private void readSample(String line) {
        Matcher matcher = SAMPLE.matcher(line);
        if (!matcher.matches() || !NUMBER.matcher(matcher.group(3)).matches()) {
            faults.add("this line is no sample: " + line);
            return;
        }
        Sample sample = new Sample(matcher.group(1), labels(matcher.group(2)), number(matcher.group(3)));
        if (samples.stream().anyMatch(sample::sameSeries)) {
            faults.add("this series is there twice: " + line);
        }
        samples.add(sample);
    }

    private Map<String, String> labels(@Nullable String text) {
        Map<String, String> labels = new TreeMap<>();
        Matcher matcher = ONE_LABEL.matcher(text == null ? "" : text);
        while (matcher.find()) {
            if (labels.put(matcher.group(1), unescaped(matcher.group(2))) != null) {
                faults.add("the label " + matcher.group(1) + " is there twice: " + text);
            }
        }
        return labels;
    }

    private static String unescaped(String text) {
        return ESCAPE.matcher(text)
                .replaceAll(escape -> Matcher.quoteReplacement(escape.group(1).equals("n") ? "\n" : escape.group(1)));
    }

    private static double number(String text) {
        return Double.parseDouble(text.replace("Inf", "Infinity"));
    }
}
