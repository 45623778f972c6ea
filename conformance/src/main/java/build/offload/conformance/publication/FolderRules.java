package build.offload.conformance.publication;

import static build.offload.conformance.publication.PublicationRule.rule;

import build.offload.conformance.wire.check.Expect;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/** What goes with a folder that is moved as a whole, and what a reader sees. */
final class FolderRules {

    private static final int PROMOTIONS = 50;

    private static final String REMOVED_ONLY_IF =
            "Nothing but a target is replaced, and nothing is removed but what {@link WholeFolder#outdated} names and still stands as it says.";

    private FolderRules() {}

    static List<PublicationRule> all() {
        return List.of(
                rule(
                        "P-FOLDER-01",
                        "What an earlier promotion left and this one does not bring is gone",
                        "one that still has it is not carried over",
                        "Look at what is carried over into the new folder.",
                        FolderRules::outdatedGoes),
                rule(
                        "P-FOLDER-02",
                        "What an earlier promotion left and somebody has changed since stays",
                        REMOVED_ONLY_IF,
                        "Look at whether the stamp of what is outdated is compared.",
                        FolderRules::touchedStays),
                rule(
                        "P-READER-01",
                        "A reader never sees a part of a file",
                        "A reader of a target sees the old file or the new one, never a part.",
                        "Look at how a new file takes its target's name: by one rename, when it is whole.",
                        FolderRules::wholeFiles),
                rule(
                        "P-READER-02",
                        "Whoever holds a declared folder open sees files of one promotion only",
                        "Where the unit is a folder, whoever holds a declared folder open sees the old files or the new ones, never some of each.",
                        "Look at whether the folder itself is exchanged, or its files one by one.",
                        FolderRules::wholeSets));
    }

    private static void outdatedGoes(Yard yard) throws IOException {
        yard.needsFolders();
        yard.write("out/deep/gone", "ours");
        yard.outdated("out/deep/gone");
        yard.stage("out/a", "new");
        yard.promoted();
        Expect.that(!Files.exists(yard.at("out/deep/gone")), "out/deep/gone is still there");
    }

    private static void touchedStays(Yard yard) throws IOException {
        yard.needsFolders();
        yard.write("out/edited", "ours");
        yard.outdated("out/edited");
        yard.write("out/edited", "by hand");
        yard.stage("out/a", "new");
        yard.promote();
        Expect.that(
                Files.exists(yard.at("out/edited"))
                        && Files.readString(yard.at("out/edited")).equals("by hand"),
                "out/edited was edited, and is not there as it was edited");
    }

    private static void wholeFiles(Yard yard) throws IOException, InterruptedException {
        try (Reader reader = Reader.ofEachFile(yard.at("out"), Generations.FILES)) {
            Generations.promote(yard, PROMOTIONS, reader);
        }
    }

    private static void wholeSets(Yard yard) throws IOException, InterruptedException {
        yard.needsFolders();
        try (Reader reader = Reader.ofTheWholeFolder(yard.at("out"), Generations.FILES)) {
            Generations.promote(yard, PROMOTIONS, reader);
        }
    }
}
