package build.offload.spi.posix;

import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.ExecutorException.Kind;
import build.offload.spi.model.InvalidValueException;
import build.offload.spi.model.OutputPath;
import build.offload.spi.model.OutputPattern;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * What of a host's listing the declarations cover.
 *
 * @param selected regular files to ask for
 * @param refused what is covered and cannot travel, each with its reason
 * @param unmatched the declarations for which there is nothing at all
 */
record Listing(List<OutputPath> selected, List<String> refused, List<OutputPattern> unmatched) {

    static final int FILE_LIMIT = 100_000;
    static final int RECORD_LIMIT = 2_000_000;

    /** Return where the host is to look for a pattern: how deep, and below which path, as octal text. */
    static String place(OutputPattern pattern) {
        List<String> components = components(pattern.value());
        int literal = 0;
        while (literal < components.size() && !wild(components.get(literal))) {
            literal++;
        }
        String depth = components.contains("**") ? "-" : Integer.toString(components.size() - literal);
        String below = literal == 0 ? "." : String.join("/", components.subList(0, literal));
        return depth + " " + OctalText.of(below);
    }

    private static boolean wild(String component) {
        return component.chars().anyMatch(c -> c == '*' || c == '?' || c == '[');
    }

    private static List<String> components(String path) {
        return List.of(path.split("/"));
    }

    /** Read the three lists of an answer (files, links, anything else) and match them. */
    static Listing read(Answer answer, List<OutputPattern> patterns) throws IOException, ExecutorException {
        return new Matching(patterns).read(answer);
    }

    /** Matches record by record. */
    private static final class Matching {
        private final Map<OutputPattern, Predicate<OutputPath>> patterns = new LinkedHashMap<>();
        private final Set<OutputPath> selected = new TreeSet<>();
        private final Set<String> refused = new LinkedHashSet<>();
        private final Set<OutputPattern> matched = new LinkedHashSet<>();
        private int records;

        private Matching(List<OutputPattern> patterns) {
            patterns.forEach(pattern -> this.patterns.put(pattern, pattern.matcher()));
        }

        private Listing read(Answer answer) throws IOException, ExecutorException {
            for (byte[] record = next(answer); record.length > 0; record = next(answer)) {
                file(record);
            }
            for (byte[] record = next(answer); record.length > 0; record = next(answer)) {
                link(record[0] == 'd', Arrays.copyOfRange(record, 1, record.length));
            }
            for (byte[] record = next(answer); record.length > 0; record = next(answer)) {
                refuseCovered(record, "is neither a file nor a folder");
            }
            List<OutputPattern> unmatched = patterns.keySet().stream()
                    .filter(pattern -> !matched.contains(pattern))
                    .toList();
            return new Listing(List.copyOf(selected), List.copyOf(refused), unmatched);
        }

        private byte[] next(Answer answer) throws IOException, ExecutorException {
            if (++records > RECORD_LIMIT) {
                throw new ExecutorException(Kind.PROTOCOL, "the host names more than " + RECORD_LIMIT + " files");
            }
            return answer.record();
        }

        private void file(byte[] record) throws ExecutorException {
            Optional<String> name = strict(record);
            if (name.isEmpty()) {
                refuseCovered(record, "its name is not UTF-8");
                return;
            }
            Optional<OutputPath> path = path(name.get());
            if (path.isPresent() && covered(path.get())) {
                selected.add(path.get());
            }
            if (selected.size() > FILE_LIMIT) {
                throw new ExecutorException(
                        Kind.PROTOCOL, "the declarations cover more than " + FILE_LIMIT + " files; declare fewer");
            }
        }

        private void link(boolean toFolder, byte[] record) throws ExecutorException {
            refuseCovered(record, "is a link, and no link is followed");
            Optional<OutputPath> path = path(lenient(record));
            if (toFolder && path.isPresent()) {
                patterns.keySet().stream()
                        .filter(pattern -> leadsThrough(pattern, path.get()))
                        .forEach(pattern ->
                                refuse(pattern, path.get(), "is a link to a folder, and no link is followed"));
            }
        }

        private void refuseCovered(byte[] record, String reason) throws ExecutorException {
            Optional<OutputPath> path = path(lenient(record));
            path.ifPresent(name -> covering(name).forEach(pattern -> refuse(pattern, name, reason)));
        }

        private List<OutputPattern> covering(OutputPath path) {
            return patterns.entrySet().stream()
                    .filter(pattern -> pattern.getValue().test(path))
                    .map(Map.Entry::getKey)
                    .toList();
        }

        private void refuse(OutputPattern pattern, OutputPath path, String reason) {
            matched.add(pattern);
            refused.add(path + ": " + reason);
        }

        private boolean covered(OutputPath path) {
            List<OutputPattern> covering = covering(path);
            matched.addAll(covering);
            return !covering.isEmpty();
        }
    }

    /** Returns whether the path is one that a pattern without {@code **} goes through on its way down. */
    private static boolean leadsThrough(OutputPattern pattern, OutputPath path) {
        List<String> components = components(pattern.value());
        int depth = components(path.value()).size();
        if (depth >= components.size() || components.subList(0, depth).contains("**")) {
            return false;
        }
        return new OutputPattern(String.join("/", components.subList(0, depth))).matches(path);
    }

    /** Returns nothing for names that are never a build's, such as the project file; others that leave the workspace are lies. */
    private static Optional<OutputPath> path(String name) throws ExecutorException {
        String path = name.startsWith("./") ? name.substring(2) : name;
        for (String component : path.split("/", -1)) {
            if (component.isEmpty() || component.equals(".") || component.equals("..")) {
                throw Answer.nonsense("as a file of the workspace", name);
            }
        }
        try {
            return Optional.of(new OutputPath(path));
        } catch (InvalidValueException reserved) {
            return Optional.empty();
        }
    }

    private static Optional<String> strict(byte[] record) {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(record))
                    .toString());
        } catch (CharacterCodingException odd) {
            return Optional.empty();
        }
    }

    private static String lenient(byte[] record) {
        return new String(record, StandardCharsets.UTF_8);
    }
}
