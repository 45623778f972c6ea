package build.offload.conformance.product;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

    private static String environment(Path process) {
        try {
            return "\0" + Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
        } catch (IOException noProcessOrGone) {
            return "";
        }
    }
}
