package build.offload.conformance.publication;

import build.offload.conformance.wire.check.Expect;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Outputs of many builds, each of which says in every line which build it is of. */
final class Generations {

    static final List<String> FILES =
            IntStream.range(0, 8).mapToObj(number -> "file-" + number).toList();

    private static final int LINES = 4_000;

    private Generations() {}

    /** Promote one build after the other into a checkout that is read meanwhile. */
    static void promote(Yard yard, int promotions, Reader reader) throws IOException, InterruptedException {
        for (int generation = 1; generation <= promotions; generation++) {
            yard.nextAttempt();
            for (String file : FILES) {
                yard.stage(Yard.OUT + "/" + file, content(generation));
            }
            yard.promoted();
            if (generation == 1) {
                reader.start();
            }
            reader.report();
        }
        reader.awaitLooks(1);
        reader.report();
    }

    private static String content(int generation) {
        return (generation + "\n").repeat(LINES);
    }

    /** Return the build that a file's content is of; empty if it is no whole file of any. */
    static Optional<String> generation(String content) {
        String first = content.lines().findFirst().orElse("");
        boolean whole = !first.isEmpty() && content.equals((first + "\n").repeat(LINES));
        return whole ? Optional.of(first) : Optional.empty();
    }

    /** Expect that a file's content is whole, and return the build it is of. */
    static String wholeGeneration(String file, String content) {
        Optional<String> generation = generation(content);
        Expect.that(
                generation.isPresent(), file + " was seen with " + content.length() + " characters of no single build");
        return generation.orElseThrow();
    }
}
