package build.offload.conformance.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.spi.executor.BuildHost;
import build.offload.spi.executor.BuildHost.RunReport;
import build.offload.spi.executor.BuildHost.StartReport;
import build.offload.spi.executor.BuildHost.SweepReport;
import build.offload.spi.model.KeepPattern;
import build.offload.spi.model.OutputPattern;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How a host lays snapshots out and gives outputs back, for any executor that reaches this very machine. */
abstract class WorkspaceContract extends HostHere {

    @Test
    @DisplayName("B49 the workspace is the snapshot: dot-files, links, empty folders, executable bits, odd names")
    void theWorkspaceIsTheSnapshot() throws Exception {
        Checkouts.full(bench.checkout);

        var report = bench.prepare(1);

        assertThat(report.tree()).isEqualTo(bench.snapshot().tree());
        assertThat(Checkouts.manifest(bench.workspace(1))).isEqualTo(Checkouts.manifest(bench.checkout));
    }

    @Test
    @DisplayName("E-1 a prepared attempt is found prepared, and only what is new travels")
    void onlyWhatIsNewTravels() throws Exception {
        // given a checkout with a large file, prepared once
        byte[] large = new byte[300_000];
        new Random(3).nextBytes(large);
        Files.write(bench.checkout.resolve("large"), large);
        Files.writeString(bench.checkout.resolve("small"), "one");
        long first = bench.prepare(1).sentBytes();

        // when it is prepared again, then for another attempt, then with a small change
        long again = bench.prepare(1).sentBytes();
        long same = bench.prepare(2).sentBytes();
        Files.writeString(bench.checkout.resolve("small"), "two");
        long changed = bench.prepare(3).sentBytes();

        // then
        assertThat(first).isGreaterThan(300_000);
        assertThat(again).isZero();
        assertThat(same).isZero();
        assertThat(changed).isBetween(1L, 10_000L);
        assertThat(bench.workspace(3).resolve("small")).hasContent("two");
        assertThat(bench.workspace(3).resolve("large")).hasBinaryContent(large);
    }

    @Test
    void halfAPreparationIsMadeAgain() throws Exception {
        Files.writeString(bench.checkout.resolve("file"), "right");
        bench.prepare(1);
        Files.delete(bench.place(1).resolve("tree"));
        Files.writeString(bench.workspace(1).resolve("file"), "wrong");
        Files.writeString(bench.workspace(1).resolve("stray"), "stray");

        bench.prepare(1);

        assertThat(Checkouts.manifest(bench.workspace(1))).isEqualTo(Checkouts.manifest(bench.checkout));
    }

    @Test
    void aBrokenMirrorIsMadeAnew() throws Exception {
        Files.writeString(bench.checkout.resolve("file"), "content");
        bench.prepare(1);
        Path mirror = bench.root.resolve("mirrors/" + bench.mirror + ".git/objects");
        try (var all = Files.walk(mirror)) {
            all.filter(Files::isRegularFile)
                    .toList()
                    .forEach(file -> file.toFile().delete());
        }

        bench.prepare(2);

        assertThat(bench.workspace(2).resolve("file")).hasContent("content");
    }

    @Test
    @DisplayName("E-5 regular files that are declared come back; links, pipes and what lies behind links do not")
    void onlyDeclaredRegularFilesComeBack() throws Exception {
        // given outputs of every kind
        Files.writeString(folder.resolve("secret"), "not a build's");
        bench.prepare(1);
        String script = "mkdir -p out/.hidden/deep other real; echo a >out/a.txt; echo h >out/.hidden/deep/.h.txt; "
                + "printf '#!/bin/sh\\n' >out/tool; chmod +x out/tool; : >out/empty; echo no >other/b.txt; "
                + "ln -s " + folder.resolve("secret") + " out/link.txt; ln -s ../real out/dir; echo r >real/r.txt; "
                + "mkfifo out/pipe.txt; ln -s real behind; echo n >'out/new\nline.txt'; mkdir -p out/.git; echo g >out/.git/x.txt";
        bench.followToEnd(1, bench.start(1, "sh", "-c", script));

        // when
        var report = bench.collect(1, "out/**", "behind/r.txt", "no/such/*.jar");

        // then
        assertThat(report.files())
                .extracting(file -> file.path().value())
                .containsExactlyInAnyOrder(
                        "out/a.txt", "out/.hidden/deep/.h.txt", "out/tool", "out/empty", "out/new\nline.txt");
        assertThat(report.files().stream().filter(BuildHost.OutputFile::executable))
                .extracting(file -> file.path().value())
                .containsExactly("out/tool");
        assertThat(report.refused())
                .hasSize(4)
                .anyMatch(line -> line.startsWith("out/link.txt: "))
                .anyMatch(line -> line.startsWith("out/dir: "))
                .anyMatch(line -> line.startsWith("out/pipe.txt: "))
                .anyMatch(line -> line.startsWith("behind: "));
        assertThat(report.unmatched()).extracting(Object::toString).containsExactly("no/such/*.jar");
        assertThat(report.tree()).isEqualTo(bench.snapshot().tree());
        assertThat(Checkouts.manifest(bench.staging(1)))
                .containsEntry("out/a.txt", "file a\n")
                .hasSize(9);
        assertThat(Files.isExecutable(bench.staging(1).resolve("out/tool"))).isTrue();
    }

    @Test
    @DisplayName("B42 a build that deletes its workspace leaves every declaration without a match")
    void aDeletedWorkspaceHasNoOutputs() throws Exception {
        Files.writeString(bench.checkout.resolve("file"), "content");
        bench.prepare(1);
        bench.followToEnd(1, bench.start(1, "sh", "-c", "rm -rf \"$PWD\""));

        var report = bench.collect(1, "file", "**");

        assertThat(report.files()).isEmpty();
        assertThat(report.unmatched()).hasSize(2);
        assertThat(report.tree()).isEqualTo(bench.snapshot().tree());
    }

    @Test
    void theWorkspaceIsSweptOnceItsProcessIsGone() throws Exception {
        bench.prepare(1);
        StartReport started = bench.start(1, "sh", "-c", "mkdir -p a/b; chmod 0 a/b a; echo up; exec sleep 60");
        bench.awaitOutput(1, started, "up");

        assertThatThrownBy(() -> bench.host.sweep(bench.attempt(1))).hasMessageContaining("still lives");
        bench.host.cancel(bench.attempt(1), Duration.ofSeconds(5));
        bench.host.sweep(bench.attempt(1));
        bench.host.sweep(bench.attempt(1));

        assertThat(bench.place(1)).doesNotExist();
        assertThat(bench.follow(1, started.handle(), 0, 0, Duration.ZERO).report)
                .isInstanceOf(RunReport.Vanished.class);
    }

    @Test
    @DisplayName("the next build of a checkout gets the last one's workspace, and nothing of what that build left")
    void aWorkspaceIsUsedAgainAsTheSnapshotHasIt() throws Exception {
        // given a build that leaves all kinds of things behind
        Checkouts.full(bench.checkout);
        Files.createDirectories(bench.checkout.resolve("kept/below"));
        Files.writeString(bench.checkout.resolve("kept/file"), "as committed");
        Files.writeString(bench.checkout.resolve("kept/below/same"), "as committed");
        Files.writeString(bench.checkout.resolve(".gitignore"), "ignored\n");
        bench.prepare(1);
        Object inode = inode(bench.workspace(1).resolve("kept/below/same"));
        bench.run(1, "sh", "-c", """
                echo changed >kept/file; mkdir -p new/deep; echo x >new/deep/file; echo x >ignored; rm .gitignore
                mkdir kept/.git; echo x >kept/.git/config; git init -q new/nested; ln -s / away; chmod 700 kept/below
                """);

        // when another snapshot is built
        bench.host.cancel(bench.attempt(1), Duration.ofSeconds(5));
        bench.host.sweep(bench.attempt(1));
        Files.writeString(bench.checkout.resolve("kept/second"), "new");
        Files.createDirectories(bench.checkout.resolve("empty/again"));
        bench.prepare(2);

        // then it lies where the files that did not change are still the same ones
        assertThat(bench.workspace(2)).isDirectory();
        assertThat(Checkouts.manifest(bench.workspace(2))).isEqualTo(Checkouts.manifest(bench.checkout));
        assertThat(bench.workspace(2).resolve("kept/.git")).doesNotExist();
        assertThat(inode(bench.workspace(2).resolve("kept/below/same"))).isEqualTo(inode);
        assertThat(Files.getPosixFilePermissions(bench.workspace(2).resolve("kept/below")))
                .isEqualTo(Files.getPosixFilePermissions(bench.workspace(2)));
    }

    @Test
    @DisplayName("a workspace is never shared, and a cancelled build's is used by nobody")
    void aWorkspaceIsUsedAgainByOneAndOnlyAfterAnEnd() throws Exception {
        // given one that ended and one that was cancelled
        Files.writeString(bench.checkout.resolve("file"), "content");
        bench.prepare(1);
        bench.prepare(2);
        bench.run(1, "true");
        Object inode = inode(bench.workspace(1).resolve("file"));
        bench.host.cancel(bench.attempt(2), Duration.ofSeconds(5));
        bench.host.sweep(bench.attempt(1));
        bench.host.sweep(bench.attempt(2));

        // when two more are prepared
        bench.prepare(3);
        bench.prepare(4);

        // then
        assertThat(inode(bench.workspace(3).resolve("file"))).isEqualTo(inode);
        assertThat(inode(bench.workspace(4).resolve("file"))).isNotEqualTo(inode);
        assertThat(Checkouts.manifest(bench.workspace(4))).isEqualTo(Checkouts.manifest(bench.checkout));
    }

    @Test
    @DisplayName("a file that a build changed in place, with its old size and time, is put right")
    void aDisguisedChangeIsNotCarriedOver() throws Exception {
        Files.writeString(bench.checkout.resolve("file"), "content");
        bench.prepare(1);
        bench.run(1, "sh", "-c", "touch -r file ../stamp && printf CONTENT 1<>file && touch -r ../stamp file");
        bench.host.sweep(bench.attempt(1));

        bench.prepare(2);

        assertThat(bench.workspace(2).resolve("file")).hasContent("content");
    }

    @Test
    @DisplayName("make builds again only what a change concerns, in a workspace that is kept")
    void aKeptWorkspaceMakesBuildsIncremental() throws Exception {
        // given a project of two objects that was built once
        Files.writeString(bench.checkout.resolve("Makefile"), """
                program: obj/one obj/two
                \tcat obj/one obj/two >program
                obj/%: %.src
                \tmkdir -p obj; cp $< $@
                """);
        Files.writeString(bench.checkout.resolve("one.src"), "one\n");
        Files.writeString(bench.checkout.resolve("two.src"), "two\n");
        assertThat(made(1)).isEqualTo(List.of("mkdir", "mkdir", "cat"));
        assertThat(bench.host.sweep(bench.attempt(1))).isInstanceOf(SweepReport.Kept.class);

        // when one of them changes
        Files.writeString(bench.checkout.resolve("two.src"), "changed\n");

        // then only that is made again, and the program, which as an output is never taken over
        assertThat(made(2)).isEqualTo(List.of("mkdir", "cat"));
        bench.collect(2, "program");
        assertThat(bench.staging(2).resolve("program")).hasContent("one\nchanged\n");
    }

    /** Run make, keeping its objects, and return the first word of each line it ran. */
    private List<String> made(int attempt) throws Exception {
        BuildHost.Keep keep =
                new BuildHost.Keep(List.of(new KeepPattern("obj/")), List.of(new OutputPattern("program")));
        bench.host.prepare(new BuildHost.PrepareRequest(bench.attempt(attempt), bench.mirror, bench.snapshot(), keep));
        Seen seen = bench.followToEnd(attempt, bench.start(attempt, "make"));
        return seen.out().lines().map(line -> line.split(" ", 2)[0]).toList();
    }

    private static Object inode(Path file) throws IOException {
        return Files.getAttribute(file, "unix:ino");
    }

    @Test
    void purgedHostKeepsNothingOfOursAndWhatIsNotOursAndIsReadyAgainWhenAsked() throws Exception {
        bench.run(1, "sh", "-c", "mkdir shut && touch shut/file && chmod 500 shut");
        Path foreign = Files.writeString(bench.root.resolve("not-ours"), "kept");

        bench.host.purge();

        try (var left = Files.list(bench.root)) {
            assertThat(left).containsExactly(foreign);
        }
        assertThat(bench.run(2, "echo", "again").out()).isEqualTo("again\n");
    }

    @Test
    void hostLetsGoOfWhatOnlyOldTreesNeedAndKeepsWhatAttemptsAreLaidOutFrom() throws Exception {
        // given a tree of long ago that nothing is laid out from, one that an attempt still is, and the latest
        Path old = sent(1, "old");
        bench.host.sweep(bench.attempt(1));
        Path held = sent(2, "held");
        Path latest = sent(3, "latest");
        for (Path reference : List.of(old, held, latest)) {
            age(reference, 20);
        }

        // when the host is swept for the first time in a day
        Files.deleteIfExists(bench.root.resolve("pruned"));
        for (int look = 0; look < 1_000 && !pruned(old); look++) {
            bench.host.sweep(bench.attempt(3));
        }

        // then
        assertThat(old).doesNotExist();
        assertThat(isStored(4, old)).isEqualTo("gone");
        assertThat(isStored(5, held)).isEqualTo("there");
        assertThat(held).exists();
        assertThat(latest).exists();
        assertThat(bench.run(6, "cat", "content").out()).isEqualTo("latest");
        assertThat(bench.followToEnd(2, bench.start(2, "cat", "content")).out()).isEqualTo("held");
    }

    @Test
    void hostLetsGoOfAttemptsThatNobodyTouchedForThreeMonthsUnlessTheyRun() throws Exception {
        // given an attempt of long ago that ended and one that runs, neither of which a controller knows any more
        bench.run(1, "true");
        bench.prepare(2);
        bench.start(2, "sleep", "60");
        age(bench.place(1), 91);
        age(bench.place(2), 91);
        bench.prepare(3);

        // when the host is swept for the first time in a day
        Files.deleteIfExists(bench.root.resolve("pruned"));
        for (int look = 0; look < 1_000 && Files.exists(bench.place(1)); look++) {
            bench.host.sweep(bench.attempt(3));
        }

        // then
        assertThat(bench.place(1)).doesNotExist();
        assertThat(bench.workspace(2)).exists();
        bench.host.cancel(bench.attempt(2), Duration.ofSeconds(1));
    }

    private boolean pruned(Path old) {
        return Files.notExists(old) && Files.notExists(bench.root.resolve("pruning"));
    }

    /** Ask the host's own mirror for a tree, in an attempt. */
    private String isStored(int number, Path reference) throws Exception {
        String repository =
                bench.root.resolve("mirrors/" + bench.mirror + ".git").toString();
        String script = "git --git-dir=\"$1\" cat-file -e \"$2\" && printf there || printf gone";
        return bench.run(number, "sh", "-c", script, "sh", repository, String.valueOf(reference.getFileName()))
                .out();
    }

    /** Lay a tree with a content of its own out for an attempt, and return what refers to it on the host. */
    private Path sent(int number, String content) throws Exception {
        Files.writeString(bench.checkout.resolve("content"), content);
        String tree = bench.prepare(number).tree().value();
        return bench.root
                .resolve("mirrors")
                .resolve(bench.mirror + ".git/refs/offload")
                .resolve(tree);
    }

    private static void age(Path file, int days) throws IOException {
        Files.setLastModifiedTime(
                file, FileTime.from(Files.getLastModifiedTime(file).toInstant().minus(Duration.ofDays(days))));
    }
}
