package build.offload.conformance.publication;

import build.offload.conformance.wire.check.Expect;
import build.offload.spi.publish.PublicationStrategy.PromotionRequest;
import java.io.IOException;
import java.nio.file.Files;

/** A promotion of many files, half of which replace others, that takes long enough to be cut off in. */
final class Load {

    private static final int FILES = 60;
    private static final String OLD = "old\n".repeat(1_000);
    private static final String NEW = "new\n".repeat(4_000);

    private Load() {}

    static void layOut(Yard yard) throws IOException {
        yard.write("source", "mine");
        yard.write("out/local", "mine");
        for (int number = 0; number < FILES; number += 2) {
            yard.write(path(number), OLD);
        }
    }

    private static String path(int number) {
        return "out/part-" + number % 3 + "/file-" + number;
    }

    /** Stage all, for targets as they stand now. */
    static PromotionRequest request(Yard yard) throws IOException {
        for (int number = 0; number < FILES; number++) {
            yard.stage(path(number), NEW);
        }
        return yard.request();
    }

    static void expectNew(Yard yard, String when) throws IOException {
        for (int number = 0; number < FILES; number++) {
            Expect.that(
                    Files.exists(yard.at(path(number)))
                            && Files.readString(yard.at(path(number))).equals(NEW),
                    when + " all is said to be promoted, but " + path(number) + " is not new");
        }
        Expect.that(Files.readString(yard.at("out/local")).equals("mine"), when + " out/local is not as it was");
    }
}
