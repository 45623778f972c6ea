package build.offload.conformance.executor;

import static build.offload.conformance.executor.ExecutorRule.rule;
import static build.offload.conformance.wire.check.Expect.that;

import build.offload.spi.executor.BuildHost.CollectReport;
import build.offload.spi.executor.BuildHost.PrepareReport;
import build.offload.spi.executor.BuildHost.PrepareRequest;
import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.SnapshotSource;
import build.offload.spi.model.TreeId;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/** How a snapshot becomes a workspace, and what is left of one. */
final class WorkspaceRules {

    private static final int LARGE = 300_000;

    /** Run in the workspace; prints what is not as the snapshot has it. */
    private static final String INSPECTION = """
            [ "$(cat .hidden/file)" = 'dot file' ] || echo 'hidden file'
            [ -x tool ] && [ ! -x .hidden/file ] || echo 'executable bits'
            [ -L link ] && [ "$(readlink link)" = .hidden/file ] || echo 'link'
            [ -L dangling ] && [ "$(readlink dangling)" = no/where ] || echo 'dangling link'
            [ -d 'empty/deep er' ] || echo 'empty folder'
            [ -f nothing ] && [ ! -s nothing ] || echo 'empty file'
            [ "$(cat 'it'\\''s $HOME')" = odd ] || echo 'odd name'
            [ "$(cat '日本')" = odd ] || echo 'name that is not ASCII'
            [ "$(wc -c <crlf)" -eq 6 ] || echo 'line ends'
            [ "$(find . | wc -l)" -eq 13 ] || find .
            """;

    private WorkspaceRules() {}

    static List<ExecutorRule> all() {
        return List.of(
                rule("E-PREPARE-01", "The workspace is the snapshot, no more and no less")
                        .serves("Lay out the snapshot in a workspace of the attempt's own")
                        .lookAt("Look at dot-files, links, executable bits, empty folders, odd names and line ends.")
                        .by(WorkspaceRules::theSnapshot),
                rule("E-PREPARE-02", "The tree that is reported is the one that was laid out")
                        .serves("What was laid out: the tree as the host computed it, and how many bytes travelled.")
                        .lookAt("Look at where the id comes from: the files on the host, not the request.")
                        .by(WorkspaceRules::reportedTree),
                rule("E-PREPARE-03", "An attempt that was prepared is found prepared, and nothing of it is undone")
                        .serves("one that was done is found done, never done twice")
                        .lookAt("Look at what a second prepare of one attempt touches.")
                        .by(WorkspaceRules::preparedOnce),
                rule("E-PREPARE-04", "Two attempts have two workspaces")
                        .serves(
                                "No workspace is shared by two attempts, and nothing a build left is found by one that does not ask for it.")
                        .lookAt("Look at how the workspace's name is made from the attempt.")
                        .by(WorkspaceRules::twoWorkspaces),
                rule("E-PREPARE-05", "Objects of the same checkout that were sent before are not sent again")
                        .serves("names the checkout, so that objects sent before are found again")
                        .lookAt("Look at how the host's store of objects is named and found again.")
                        .by(WorkspaceRules::onlyWhatIsNew),
                rule("E-SWEEP-01", "A swept attempt leaves no workspace, and may be swept again")
                        .serves("Remove everything the attempt left on the host")
                        .lookAt("Look at folders that the build made unwritable.")
                        .by(WorkspaceRules::swept),
                rule("E-SWEEP-02", "What a swept build left is not found by the next one of its checkout")
                        .serves(
                                "No workspace is shared by two attempts, and nothing a build left is found by one that does not ask for it.")
                        .lookAt("Look at how a workspace is cleaned before it is used again.")
                        .by(WorkspaceRules::nothingLeft));
    }

    private static void theSnapshot(Trial trial) throws IOException, ExecutorException {
        fill(trial.checkout);
        Seen seen = trial.run(1, "sh", "-c", INSPECTION);
        that(seen.out().isEmpty() && seen.err().isEmpty(), "not as the snapshot has it: " + seen.out() + seen.err());
    }

    private static void fill(Path checkout) throws IOException {
        Files.createDirectories(checkout.resolve(".hidden"));
        Files.writeString(checkout.resolve(".hidden/file"), "dot file");
        Files.writeString(checkout.resolve("tool"), "#!/bin/sh\n");
        Files.setPosixFilePermissions(checkout.resolve("tool"), PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.createSymbolicLink(checkout.resolve("link"), Path.of(".hidden/file"));
        Files.createSymbolicLink(checkout.resolve("dangling"), Path.of("no/where"));
        Files.createDirectories(checkout.resolve("empty/deep er"));
        Files.writeString(checkout.resolve("nothing"), "");
        Files.writeString(checkout.resolve("it's $HOME"), "odd");
        Files.writeString(checkout.resolve("日本"), "odd");
        Files.writeString(checkout.resolve("crlf"), "a\r\nb\r\n");
        Files.writeString(checkout.resolve(".gitattributes"), "* text=auto eol=lf\n");
    }

    private static void reportedTree(Trial trial) throws IOException, ExecutorException {
        Files.writeString(trial.checkout.resolve("file"), "content");
        PrepareReport report = trial.prepare(1);
        TreeId tree = trial.snapshot().tree();
        that(report.tree().equals(tree), "expected the tree " + tree + ", but it is " + report.tree());
    }

    private static void preparedOnce(Trial trial) throws IOException, ExecutorException {
        trial.run(1, "sh", "-c", "echo made >made");
        trial.prepare(1);
        CollectReport report = trial.collect(1, "made");
        that(report.files().size() == 1, "what the build made is gone after a second prepare: " + report);
    }

    private static void twoWorkspaces(Trial trial) throws IOException, ExecutorException {
        trial.prepare(1);
        trial.prepare(2);
        trial.followToEnd(1, trial.start(1, "touch", "of-the-first"));
        Seen seen = trial.followToEnd(2, trial.start(2, "ls", "-A"));
        that(seen.out().isEmpty(), "the second attempt's workspace holds: " + seen.out());
    }

    private static void onlyWhatIsNew(Trial trial) throws IOException, ExecutorException {
        byte[] large = new byte[LARGE];
        new Random(3).nextBytes(large);
        Files.write(trial.checkout.resolve("large"), large);
        long first = sent(trial, 1);
        Files.writeString(trial.checkout.resolve("small"), "new");
        long second = sent(trial, 2);
        that(first >= LARGE, "the first snapshot of " + LARGE + " bytes went as " + first);
        that(second < LARGE / 10, "one small file more went as " + second + " bytes");
    }

    private static long sent(Trial trial, int number) throws IOException, ExecutorException {
        AtomicLong count = new AtomicLong();
        trial.host.prepare(
                new PrepareRequest(trial.attempt(number), trial.mirror, new Counted(trial.snapshot(), count)));
        return count.get();
    }

    private static void swept(Trial trial) throws IOException, ExecutorException {
        Seen seen = trial.run(1, "sh", "-c", "mkdir -p shut/in; touch shut/in/file; chmod 500 shut/in shut; pwd");
        trial.host.sweep(trial.attempt(1));
        trial.host.sweep(trial.attempt(1));
        String left =
                trial.shell("ls -d \"$1\" 2>/dev/null", seen.out().strip()).stdout();
        that(left.isEmpty(), "the workspace is still there: " + left);
    }

    private static void nothingLeft(Trial trial) throws IOException, ExecutorException {
        Files.writeString(trial.checkout.resolve(".gitignore"), "ignored\n");
        Files.writeString(trial.checkout.resolve("file"), "as submitted");
        trial.run(1, "sh", "-c", "touch ignored stray; echo changed >file; mkdir -p .git/hooks");
        trial.host.cancel(trial.attempt(1), Duration.ofSeconds(5));
        trial.host.sweep(trial.attempt(1));
        Seen seen = trial.run(2, "sh", "-c", "ls -A; cat file");
        that(
                seen.out().equals(".gitignore\nfile\nas submitted"),
                "the next build of the checkout finds: " + seen.out());
    }

    /** Counts what an executor takes of a snapshot. */
    private record Counted(SnapshotSource source, AtomicLong count) implements SnapshotSource {
        @Override
        public TreeId tree() {
            return source.tree();
        }

        @Override
        public List<String> emptyFolders() {
            return source.emptyFolders();
        }

        @Override
        public void writePack(Optional<TreeId> base, OutputStream out) throws IOException {
            source.writePack(base, new FilterOutputStream(out) {
                @Override
                public void write(byte[] bytes, int offset, int length) throws IOException {
                    count.addAndGet(length);
                    out.write(bytes, offset, length);
                }
            });
        }
    }
}
