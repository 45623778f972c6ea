package build.offload.conformance.product;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What runs on this machine, found by a mark in its environment, whatever session, group or parent it has by now. */
final class Processes {

    private static final String VARIABLE = "PRODUCT_TEST_MARK=";

    private Processes() {}

    /** Return what a build's command line begins with so that all it starts carries the mark. */
    static List<String> marking(String mark) {
        return List.of("env", VARIABLE + mark);
    }

    /** Return the processes that carry a mark. */
    static List<String> marked(String mark) throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc"))) {
            return all.filter(process -> environment(process).contains("\0" + VARIABLE + mark + "\0"))
                    .map(Path::toString)
                    .toList();
        }
    }

    /** Return the PIDs of everything that belongs to the first attempt of a job, its supervisor included. */
    static List<String> belonging(String job) throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc"))) {
            return all.filter(process -> environment(process).contains("\0OFFLOAD_RUN=" + job + ".1\0"))
                    .map(process -> process.getFileName().toString())
                    .toList();
        }
    }

    /** Return the PIDs of the processes whose command line begins with a word and holds a text. */
    static Set<String> running(String program, String text) throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc"))) {
            return all.filter(process -> content(process.resolve("cmdline")).startsWith(program + "\0")
                            && content(process.resolve("cmdline")).contains(text))
                    .map(process -> process.getFileName().toString())
                    .collect(Collectors.toSet());
        }
    }

    private static String environment(Path process) {
        return "\0" + content(process.resolve("environ"));
    }

    private static String content(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException noProcessOrGone) {
            return "";
        }
    }
}
