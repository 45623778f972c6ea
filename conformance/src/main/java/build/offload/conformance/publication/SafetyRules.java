package build.offload.conformance.publication;

import static build.offload.conformance.publication.PublicationRule.rule;

import build.offload.conformance.wire.check.Expect;
import build.offload.spi.model.OutputPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What must not be harmed, whatever stands in a checkout. */
final class SafetyRules {

    private static final String NO_LINK =
            "Paths are walked component by component and no link is followed; nothing outside the checkout is written.";

    private SafetyRules() {}

    static List<PublicationRule> all() {
        return List.of(
                rule(
                        "P-WAY-01",
                        "A link on a target's way is not followed",
                        NO_LINK,
                        "Look at how the folders on a target's way are entered.",
                        SafetyRules::linkOnTheWay),
                rule(
                        "P-WAY-02",
                        "A link in place of a target is neither followed nor replaced",
                        NO_LINK,
                        "Look at how a target is looked at: as itself, not as what it leads to.",
                        SafetyRules::linkAtTheTarget),
                rule(
                        "P-MODE-01",
                        "A file is executable as declared, and has no special bits",
                        "Neither setuid nor setgid nor sticky bits are ever set.",
                        "Look at what is taken over from a file that is replaced.",
                        SafetyRules::modes),
                rule(
                        "P-OTHER-01",
                        "What is no target and no earlier promotion's is as it was",
                        "A file that no manifest of ours knows is where it was, with the content it had.",
                        "Look at what else is written or removed where the targets are.",
                        SafetyRules::others),
                rule(
                        "P-LEFT-01",
                        "Nothing of the strategy's own is left in the checkout",
                        "What it puts into the checkout beside the targets has a name that begins with {@link OutputPath#RESERVED_PREFIX}, and is gone when it has promoted or blocked.",
                        "Look at what is swept, also after a promotion that was blocked.",
                        SafetyRules::leftovers));
    }

    private static void linkOnTheWay(Yard yard) throws IOException {
        Path outside = Files.createDirectories(yard.outside().resolve("outside"));
        Files.writeString(outside.resolve("a"), "mine");
        Files.createDirectories(yard.at("out"));
        Files.createSymbolicLink(yard.at("out/way"), outside);
        yard.stage("out/way/a", "new", false, true, Set.of());
        yard.stage("out/way/b", "new", false, true, Set.of());

        yard.blockedBy("out/way/a", "out/way/b");

        Expect.that(Files.readString(outside.resolve("a")).equals("mine"), "a file behind the link was replaced");
        Expect.that(!Files.exists(outside.resolve("b")), "a file was made behind the link");
    }

    private static void linkAtTheTarget(Yard yard) throws IOException {
        Path outside = Files.writeString(yard.outside().resolve("outside"), "mine");
        Files.createDirectories(yard.at("out"));
        Files.createSymbolicLink(yard.at("out/a"), outside);
        yard.stage("out/a", "new", false, true, Set.of());

        yard.blockedBy("out/a");

        Expect.that(Files.readString(outside).equals("mine"), "the file that the link leads to was replaced");
        Expect.that(Files.isSymbolicLink(yard.at("out/a")), "the link was replaced");
    }

    private static void modes(Yard yard) throws IOException {
        yard.write("out/special", "old");
        Files.setAttribute(yard.at("out/special"), "unix:mode", 06755);
        yard.stage("out/tool", "new", true, true, Set.of());
        yard.stage("out/text", "new", false, true, Set.of());
        yard.stage("out/special", "new");
        yard.promoted();

        Expect.that(Files.isExecutable(yard.at("out/tool")), "out/tool was declared executable, and is not");
        for (String path : List.of("out/text", "out/special")) {
            int mode = Integer.parseInt(Yard.mode(yard.at(path)), 8);
            Expect.that(
                    (mode & 07111) == 0,
                    path + " is neither executable nor special, but has the mode " + Integer.toOctalString(mode));
        }
    }

    private static void others(Yard yard) throws IOException {
        yard.write("source", "mine");
        yard.write("out/local", "mine");
        yard.write("out/deep/local", "mine");
        Files.createSymbolicLink(yard.at("out/link"), Path.of("nowhere"));
        Files.createDirectories(yard.at("out/empty"));
        Map<String, String> expected = new HashMap<>(yard.picture());
        yard.stage("out/deep/made", "new");
        yard.promoted();

        Map<String, String> found = yard.picture();
        found.remove("out/deep/made");
        Expect.that(found.equals(expected), "there was " + expected + ", and now there is " + found);
    }

    private static void leftovers(Yard yard) throws IOException {
        yard.write("out/a", "old");
        yard.stage("out/a", "new").stage("out/b", "new");
        yard.promoted();
        nothingLeft(yard, "after a promotion");
        yard.nextAttempt();
        yard.stage("out/a", "newer").stage("out/b", "newer");
        yard.write("out/b", "by hand");
        yard.blockedBy("out/b");
        nothingLeft(yard, "after a blocked promotion");
    }

    private static void nothingLeft(Yard yard, String when) throws IOException {
        List<String> left = yard.picture().keySet().stream()
                .filter(path -> path.contains(OutputPath.RESERVED_PREFIX))
                .toList();
        Expect.that(left.isEmpty(), when + " there is left " + left);
    }
}
