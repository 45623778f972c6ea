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

    /** How many names a host may list for each file that may come back; what is not declared costs no memory, only time. */
    private static final int RECORDS_PER_FILE = 20;

    /** How long names may be on average, so that a bound on their number is a bound on memory. */
    private static final int NAME_BYTES_PER_FILE = 512;

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
    static Listing read(Answer answer, List<OutputPattern> patterns, int limitFiles)
            throws IOException, ExecutorException {
        return new Matching(patterns, limitFiles).read(answer);
    }

    /** Matches record by record. */
    private static final class Matching {
        private final Map<OutputPattern, Predicate<OutputPath>> patterns = new LinkedHashMap<>();
        private final Set<OutputPath> selected = new TreeSet<>();
        private final Set<String> refused = new LinkedHashSet<>();
        private final Set<OutputPattern> matched = new LinkedHashSet<>();
        private final int limitFiles;
        private long records;
        private long nameBytes;

        private Matching(List<OutputPattern> patterns, int limitFiles) {
            this.limitFiles = limitFiles;
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
                if (record[record.length - 1] == '/') {
                    unreadable(Arrays.copyOf(record, record.length - 1));
                } else {
                    refuseCovered(record, "is neither a file nor a folder");
                }
            }
            List<OutputPattern> unmatched = patterns.keySet().stream()
                    .filter(pattern -> !matched.contains(pattern))
                    .toList();
            return new Listing(List.copyOf(selected), List.copyOf(refused), unmatched);
        }

        private byte[] next(Answer answer) throws IOException, ExecutorException {
            long most = (long) limitFiles * RECORDS_PER_FILE;
            if (++records > most) {
                throw tooMany("the host names more than " + most + " files");
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
                keep(selected, path.get(), record.length);
            }
        }

        private void link(boolean toFolder, byte[] record) throws ExecutorException {
            refuseCovered(record, "is a link, and no link is followed");
            Optional<OutputPath> path = path(lenient(record));
            if (toFolder && path.isPresent()) {
                refuse(
                        patterns.keySet().stream()
                                .filter(pattern -> leadsThrough(pattern, path.get()))
                                .toList(),
                        path.get(),
                        "is a link to a folder, and no link is followed");
            }
        }

        /** What such a folder holds is not known, so it must not look as if the build had left nothing there. */
        private void unreadable(byte[] record) throws ExecutorException {
            Optional<OutputPath> path = path(lenient(record));
            if (path.isPresent()) {
                refuse(
                        patterns.keySet().stream()
                                .filter(pattern -> mayHold(path.get(), pattern))
                                .toList(),
                        path.get(),
                        "is a folder that cannot be read");
            }
        }

        private void refuseCovered(byte[] record, String reason) throws ExecutorException {
            Optional<OutputPath> path = path(lenient(record));
            if (path.isPresent()) {
                refuse(covering(path.get()), path.get(), reason);
            }
        }

        private List<OutputPattern> covering(OutputPath path) {
            return patterns.entrySet().stream()
                    .filter(pattern -> pattern.getValue().test(path))
                    .map(Map.Entry::getKey)
                    .toList();
        }

        private void refuse(List<OutputPattern> covering, OutputPath path, String reason) throws ExecutorException {
            if (!covering.isEmpty()) {
                matched.addAll(covering);
                String line = path + ": " + reason;
                keep(refused, line, line.length());
            }
        }

        private <T> void keep(Set<T> kept, T one, int bytes) throws ExecutorException {
            nameBytes += kept.add(one) ? bytes : 0;
            if (kept.size() > limitFiles) {
                throw tooMany("the declarations cover more than " + limitFiles + " files");
            }
            if (nameBytes > (long) limitFiles * NAME_BYTES_PER_FILE) {
                throw tooMany("the names that the declarations cover are longer together than "
                        + (long) limitFiles * NAME_BYTES_PER_FILE + " bytes");
            }
        }

        private static ExecutorException tooMany(String what) {
            return new ExecutorException(Kind.PROTOCOL, what + "; declare fewer outputs or raise limits.output-files");
        }

        private boolean covered(OutputPath path) {
            List<OutputPattern> covering = covering(path);
            matched.addAll(covering);
            return !covering.isEmpty();
        }
    }

    /** Returns whether below a folder there may be what a pattern covers; where {@code **} stands for a way, anything may. */
    private static boolean mayHold(OutputPath folder, OutputPattern pattern) {
        List<String> components = components(pattern.value());
        int any = components.indexOf("**");
        int depth = components(folder.value()).size();
        if (any < 0 || depth < any) {
            return leadsThrough(pattern, folder);
        }
        return any == 0
                || new OutputPattern(String.join("/", components.subList(0, any)))
                        .matches(new OutputPath(
                                String.join("/", components(folder.value()).subList(0, any))));
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
