package build.offload.conformance.executor;

import static build.offload.conformance.executor.ExecutorRule.rule;
import static build.offload.conformance.wire.check.Expect.that;

import build.offload.conformance.wire.check.Violation;
import build.offload.spi.executor.BuildHost.CollectReport;
import build.offload.spi.executor.BuildHost.CollectRequest;
import build.offload.spi.executor.BuildHost.OutputFile;
import build.offload.spi.executor.ExecutorException;
import build.offload.spi.model.OutputPath;
import build.offload.spi.model.OutputPattern;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a build may bring back. */
final class CollectRules {

    private CollectRules() {}

    static List<ExecutorRule> all() {
        return List.of(
                rule("E-COLLECT-01", "What is declared comes back, hidden files included, and nothing else")
                        .serves("Only declared outputs leave the host")
                        .lookAt("Compare the files in staging with the declarations.")
                        .by(CollectRules::declaredOnly),
                rule("E-COLLECT-02", "Size, digest and executable bit are those of what is in staging")
                        .serves("every file that is now in staging; the kernel verifies each again")
                        .lookAt("Look at what is digested where, and at empty files.")
                        .by(CollectRules::asReported),
                rule("E-COLLECT-03", "A link is named and not followed, wherever it leads")
                        .serves(
                                "what a declaration covers but cannot travel (links, sockets, odd names), each with its reason")
                        .lookAt("Look at links to files, to folders, and in the middle of a declared path.")
                        .by(CollectRules::links),
                rule("E-COLLECT-04", "A pipe in the place of an output is named, and nobody waits for it")
                        .serves(
                                "what a declaration covers but cannot travel (links, sockets, odd names), each with its reason")
                        .lookAt("Look at what opens a file before it knows its kind.")
                        .by(CollectRules::pipe),
                rule("E-COLLECT-05", "A declaration for which there is nothing is named")
                        .serves("the declarations for which the workspace has nothing")
                        .lookAt("Look at how a declaration is told from what it matches.")
                        .by(CollectRules::unmatched),
                rule("E-COLLECT-06", "The tree is the one that was recorded when the workspace was laid out")
                        .serves("the tree the workspace was laid out from, as the host recorded it at preparation")
                        .lookAt("Look at where the host keeps it: outside the workspace, under the attempt.")
                        .by(CollectRules::recordedTree),
                rule("E-COLLECT-07", "Outputs above the limit are refused")
                        .serves(
                                "what may come back at most, all files together; more is refused before any of it travels")
                        .lookAt("Look at when the sizes are added up: before the first byte travels.")
                        .by(CollectRules::limit),
                rule("E-COLLECT-08", "Nothing is written outside the staging folder, and nothing else in it")
                        .serves("nothing outside the staging folder is written here")
                        .lookAt("Look for temporary files, and at paths with `..`.")
                        .by(CollectRules::nothingElse),
                rule("E-COLLECT-09", "What was collected may be collected again")
                        .serves("Every step may be repeated under the same attempt")
                        .lookAt("Look at what the first time takes away on the host.")
                        .by(CollectRules::again),
                rule("E-COLLECT-10", "More files than may come back are refused")
                        .serves(
                                "how many files may come back at most; bounds, too, what is kept here of a host's listing")
                        .lookAt("Look at what is kept of a listing before it is known how long it is.")
                        .by(CollectRules::fileLimit));
    }

    private static void declaredOnly(Trial trial) throws IOException, ExecutorException {
        trial.run(
                1,
                "sh",
                "-c",
                "mkdir -p out/.deep other; echo a >out/a.txt; echo h >out/.deep/.h; echo no >other/b; echo t >top");
        CollectReport report = trial.collect(1, "out/**", "t?p");
        Set<String> expected = Set.of("out/a.txt", "out/.deep/.h", "top");
        that(paths(report).equals(expected), "expected " + expected + ", but reported are " + paths(report));
        that(files(trial.staging(1)).equals(expected), "in staging there are " + files(trial.staging(1)));
    }

    private static void asReported(Trial trial) throws IOException, ExecutorException {
        trial.run(
                1, "sh", "-c", "mkdir o; printf '#!/bin/sh\\n' >o/tool; chmod 755 o/tool; : >o/empty; seq 9999 >o/big");
        CollectReport report = trial.collect(1, "o/*");
        that(report.files().size() == 3, "expected three files, but there are " + report.files());
        for (OutputFile file : report.files()) {
            Path staged = trial.staging(1).resolve(file.path().value());
            that(file.executable() == file.path().value().equals("o/tool"), "the executable bit is wrong: " + file);
            that(file.size() == Files.size(staged), "of another size than in staging: " + file);
            that(file.sha256().equals(sha256(staged)), "of another digest than in staging: " + file);
        }
    }

    private static String sha256(Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException absent) {
            throw new IllegalStateException("every JDK has SHA-256", absent);
        }
    }

    private static void links(Trial trial) throws IOException, ExecutorException {
        trial.run(
                1,
                "sh",
                "-c",
                "mkdir o; ln -s /etc/passwd o/file; ln -s /etc o/folder; echo x >o/x; mkdir real; echo r >real/r; ln -s real way");
        CollectReport report = trial.collect(1, "o/**", "way/r");
        that(files(trial.staging(1)).equals(Set.of("o/x")), "in staging there are " + files(trial.staging(1)));
        for (String link : List.of("o/file", "o/folder", "way")) {
            that(
                    report.refused().stream().anyMatch(line -> line.startsWith(link + ": ")),
                    link + " is not named, only " + report.refused());
        }
    }

    private static void pipe(Trial trial) throws IOException, ExecutorException {
        trial.run(1, "sh", "-c", "mkdir o; mkfifo o/pipe; echo x >o/x");
        CollectReport report = trial.collect(1, "o/*");
        that(
                report.refused().size() == 1 && report.refused().getFirst().startsWith("o/pipe: "),
                "o/pipe is not named, only " + report.refused());
        that(files(trial.staging(1)).equals(Set.of("o/x")), "in staging there are " + files(trial.staging(1)));
    }

    private static void unmatched(Trial trial) throws IOException, ExecutorException {
        trial.run(1, "sh", "-c", "echo x >there");
        CollectReport report = trial.collect(1, "there", "no/such/*.jar");
        that(
                report.unmatched().equals(List.of(new OutputPattern("no/such/*.jar"))),
                "expected no/such/*.jar to be named, but there are " + report.unmatched());
    }

    private static void recordedTree(Trial trial) throws IOException, ExecutorException {
        Files.writeString(trial.checkout.resolve("file"), "as submitted");
        trial.run(1, "sh", "-c", "echo changed >file; echo more >more");
        CollectReport report = trial.collect(1, "more");
        that(
                report.tree().equals(trial.snapshot().tree()),
                "expected the tree " + trial.snapshot().tree() + ", but it is " + report.tree());
    }

    private static void limit(Trial trial) throws IOException, ExecutorException {
        trial.run(1, "sh", "-c", "echo 12345 >a; echo 12345 >b");
        try {
            CollectReport report = trial.host.collect(new CollectRequest(
                    trial.attempt(1), List.of(new OutputPattern("*")), trial.staging(1), 11, Bench.FILE_LIMIT));
            throw new Violation("12 bytes went through a limit of 11: " + report.files());
        } catch (ExecutorException refused) {
            that(String.valueOf(refused.getMessage()).contains("11"), "the refusal names no limit: " + refused);
        }
    }

    private static void fileLimit(Trial trial) throws IOException, ExecutorException {
        trial.run(1, "touch", "a", "b", "c");
        try {
            CollectReport report = trial.host.collect(
                    new CollectRequest(trial.attempt(1), List.of(new OutputPattern("*")), trial.staging(1), 99, 2));
            throw new Violation("three files went through a limit of two: " + report.files());
        } catch (ExecutorException refused) {
            that(String.valueOf(refused.getMessage()).contains("2"), "the refusal names no limit: " + refused);
        }
    }

    private static void nothingElse(Trial trial) throws IOException, ExecutorException {
        trial.run(1, "sh", "-c", "mkdir -p o/deep; echo x >o/deep/x");
        Path staging = trial.staging(1);
        Set<String> before = files(trial.folder);
        trial.collect(1, "o/**");
        Set<String> expected = new TreeSet<>(before);
        expected.add(trial.folder.relativize(staging).resolve("o/deep/x").toString());
        that(files(trial.folder).equals(expected), "expected " + expected + ", but there are " + files(trial.folder));
    }

    private static void again(Trial trial) throws IOException, ExecutorException {
        trial.run(1, "sh", "-c", "echo x >made");
        CollectReport first = trial.collect(1, "made");
        CollectReport second = trial.host.collect(new CollectRequest(
                trial.attempt(1), List.of(new OutputPattern("made")), trial.staging(2), 1_000_000, Bench.FILE_LIMIT));
        that(second.files().equals(first.files()), "a second time there came " + second.files());
    }

    private static Set<String> paths(CollectReport report) {
        return report.files().stream()
                .map(OutputFile::path)
                .map(OutputPath::value)
                .collect(Collectors.toSet());
    }

    /** Returns every file below a folder but those of an executor's own state, which is its to write. */
    private static Set<String> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(path -> !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
                    .map(path -> folder.relativize(path).toString())
                    .filter(path -> !path.startsWith("state/"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }
}
