package build.offload.conformance.publication;

import static build.offload.conformance.publication.PublicationRule.rule;

import build.offload.conformance.wire.check.Expect;
import build.offload.spi.publish.PublicationStrategy.Placed;
import build.offload.spi.publish.PublicationStrategy.PromotionReport;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is compared before a target is replaced, and what is reported afterwards. */
final class ComparisonRules {

    private static final String REPLACED_ONLY_IF =
            "A target is replaced only if it stands as {@link Target} allows at that moment; one that does not blocks the whole job, and every target is as it was.";

    private ComparisonRules() {}

    static List<PublicationRule> all() {
        return List.of(
                rule(
                        "P-TARGET-01",
                        "New and replaced files are in place, each reported with the stamp it has",
                        "Every target is in place; each with the stamp it has now.",
                        "Look at how the stamps of the report are taken: after the last change of the file's inode.",
                        ComparisonRules::promotes),
                rule(
                        "P-TARGET-02",
                        "A target that is not as it may be blocks everything, and is named",
                        REPLACED_ONLY_IF,
                        "Look at how a target's stamp is compared with those that it may have.",
                        ComparisonRules::edited),
                rule(
                        "P-TARGET-03",
                        "A target that is there and may only be absent blocks",
                        REPLACED_ONLY_IF,
                        "Look at what is done where a target may have no stamp at all.",
                        ComparisonRules::unexpected),
                rule(
                        "P-TARGET-04",
                        "A target that is gone and may not be absent blocks",
                        "whether the target may be missing when it is replaced",
                        "Look at whether mayBeAbsent is read.",
                        ComparisonRules::gone),
                rule(
                        "P-AGAIN-01",
                        "The same request again gets the same answer and changes nothing",
                        "Promote, or finish what an earlier call with the same request began.",
                        "Look at what the journal keeps once all is in place.",
                        ComparisonRules::again));
    }

    private static void promotes(Yard yard) throws IOException {
        yard.write("out/old", "1");
        yard.stage("out/old", "2").stage("out/deep/new", "3");

        List<Placed> placed = yard.promoted().files();

        Expect.that(placed.size() == 2, "two files were promoted, but the report has " + placed);
        for (Placed file : placed) {
            String path = file.path().value();
            Expect.that(
                    yard.stamp(path).filter(file.stamp()::equals).isPresent(),
                    path + " was reported with " + file.stamp() + ", but has " + yard.stamp(path));
        }
        Expect.that(Files.readString(yard.at("out/old")).equals("2"), "out/old was not replaced");
        Expect.that(Files.readString(yard.at("out/deep/new")).equals("3"), "out/deep/new is not there");
    }

    private static void edited(Yard yard) throws IOException {
        yard.write("out/a", "old");
        yard.write("out/b", "old");
        yard.stage("out/a", "new").stage("out/b", "new").stage("out/c", "new");
        yard.write("out/b", "by hand");
        blocked(yard, "out/b");
    }

    private static void unexpected(Yard yard) throws IOException {
        yard.write("out/a", "by hand");
        yard.stage("out/a", "new", false, true, Set.of());
        blocked(yard, "out/a");
    }

    private static void gone(Yard yard) throws IOException {
        yard.write("out/a", "old");
        yard.write("out/b", "old");
        yard.stage("out/a", "new").stage("out/b", "new");
        Files.delete(yard.at("out/b"));
        blocked(yard, "out/b");
    }

    private static void blocked(Yard yard, String path) throws IOException {
        Map<String, String> before = yard.picture();
        yard.blockedBy(path);
        yard.expect(before, "after a blocked promotion");
    }

    private static void again(Yard yard) throws IOException {
        yard.write("out/a", "old");
        yard.stage("out/a", "new");
        PromotionReport first = yard.promoted();
        Map<String, String> after = yard.picture();

        PromotionReport second = yard.promote();

        Expect.that(second.equals(first), "first it was " + first + ", and then " + second);
        yard.expect(after, "after the second call");
    }
}
