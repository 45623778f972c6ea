package build.offload.plugin.probe.toolchains;

import build.offload.spi.probe.CapabilityProbe.Finding;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the answers of the probe script. */
final class ToolFindings {

    /** How each tool tells its version; some print other lines before it. */
    private static final Map<String, Pattern> VERSIONS = Map.of(
            "java", Pattern.compile("version \"([^\"]+)\""),
            "mvn", Pattern.compile("Apache Maven (\\S+)"),
            "git", Pattern.compile("git version (\\S+)"),
            "make", Pattern.compile("Make (\\d\\S*)"),
            "gcc", Pattern.compile("(?m)^(\\d\\S*)$"),
            "node", Pattern.compile("(?m)^v(\\d\\S*)$"),
            "npm", Pattern.compile("(?m)^(\\d\\S*)$"),
            "python", Pattern.compile("Python (\\d\\S*)"));

    private static final Pattern ANY = Pattern.compile("(\\d+(?:\\.\\d+)*)");
    /** Some packagings of Maven colour what they print although nobody looks at a terminal. */
    private static final Pattern COLOUR = Pattern.compile("\\x1B\\[[0-9;]*[A-Za-z]|\\p{Cntrl}");

    private static final int KILLED = 137;
    private static final String ABSENT = "there is no ";

    private ToolFindings() {}

    /** Return the findings in the order of their names, so that the same host gives the same report. */
    static List<Finding> read(String output, long limitSeconds) {
        Map<String, Finding> findings = new TreeMap<>();
        Iterator<String> lines = output.lines().iterator();
        while (lines.hasNext()) {
            String[] words = lines.next().split(" ", 2);
            if (words.length == 2 && VERSIONS.containsKey(words[1])) {
                findings.put(
                        words[1],
                        words[0].equals("tool")
                                ? answered(words[1], answer(lines), limitSeconds)
                                : missing(words[1], ABSENT + "'" + words[1] + "' in the PATH of the host user"));
            }
        }
        return List.copyOf(findings.values());
    }

    /** Return whether the tool is there and did not answer, so that asking again may give something else. */
    static boolean undecided(Finding finding) {
        return !finding.ok() && !finding.detail().orElse("").startsWith(ABSENT);
    }

    private static List<String> answer(Iterator<String> lines) {
        List<String> answer = new ArrayList<>();
        while (lines.hasNext()) {
            String line = COLOUR.matcher(lines.next()).replaceAll("");
            if (line.equals("end")) {
                break;
            }
            if (!line.isBlank()) {
                answer.add(line);
            }
        }
        return answer;
    }

    private static Finding answered(String tool, List<String> answer, long limitSeconds) {
        String last = answer.isEmpty() ? "" : answer.removeLast();
        if (last.equals("exit " + KILLED)) {
            return missing(tool, "'" + tool + "' did not tell its version within " + limitSeconds + " s");
        }
        if (!last.equals("exit 0")) {
            return missing(tool, "'" + tool + "' failed (" + last + "): " + first(answer));
        }
        Matcher version = VERSIONS.getOrDefault(tool, ANY).matcher(String.join("\n", answer));
        return version.find()
                ? new Finding(tool, true, false, Optional.of(version.group(1)), Optional.empty())
                : new Finding(
                        tool,
                        true,
                        false,
                        Optional.empty(),
                        Optional.of("its version is not in '" + first(answer) + "'"));
    }

    private static String first(List<String> answer) {
        return answer.isEmpty() ? "it printed nothing" : answer.getFirst();
    }

    private static Finding missing(String tool, String detail) {
        return new Finding(tool, false, false, Optional.empty(), Optional.of(detail));
    }
}
