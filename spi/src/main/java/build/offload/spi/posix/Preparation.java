package build.offload.spi.posix;

import build.offload.spi.executor.BuildHost.PrepareReport;
import build.offload.spi.executor.BuildHost.PrepareRequest;
import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.ExecutorException.Kind;
import build.offload.spi.executor.SnapshotSource;
import build.offload.spi.executor.TransferMeter;
import build.offload.spi.model.TreeId;
import build.offload.spi.posix.Answer.BrokenMirrorException;
import build.offload.spi.posix.RunnerLink.Question;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;

/**
 * Sends a snapshot and has it laid out, in one command: the host says first what it lacks, and then gets just that, so
 * neither side need remember what the other has.
 */
final class Preparation {

    private final PrepareRequest request;
    private final CompletableFuture<Wish> wish = new CompletableFuture<>();
    private volatile Optional<IOException> sourceFailure = Optional.empty();
    private volatile long sentBytes;

    private Preparation(PrepareRequest request) {
        this.request = request;
    }

    /** Prepare; a mirror on the host that turns out to be broken is made anew once. */
    static PrepareReport of(RunnerLink link, PrepareRequest request, Duration limit) throws ExecutorException {
        checkFolders(request.snapshot().emptyFolders());
        try {
            return new Preparation(request).ask(link, "keep", limit);
        } catch (ExecutorException failed) {
            if (!mirrorIsBroken(failed)) {
                throw failed;
            }
            return new Preparation(request).ask(link, "fresh", limit);
        }
    }

    private static void checkFolders(List<String> folders) {
        for (String folder : folders) {
            for (String component : folder.split("/", -1)) {
                if (component.isEmpty() || component.equals(".") || component.equals("..")) {
                    throw new IllegalArgumentException(
                            "the empty folder '" + folder + "' is not a path inside the snapshot");
                }
            }
        }
    }

    private static boolean mirrorIsBroken(ExecutorException failed) {
        return failed.getCause() instanceof ExecutorException below
                && below.getCause() instanceof BrokenMirrorException;
    }

    private PrepareReport ask(RunnerLink link, String mirror, Duration limit) throws ExecutorException {
        List<String> tokens = List.of(
                request.attempt().toString(),
                request.mirror().value(),
                request.snapshot().tree().value(),
                mirror);
        try {
            return link.ask(new Question<>("prepare", tokens, this::write, this::read, limit));
        } catch (ExecutorException failed) {
            if (sourceFailure.isPresent()) {
                throw new ExecutorException(
                        Kind.PROTOCOL,
                        "the snapshot cannot be read here: "
                                + sourceFailure.get().getMessage(),
                        sourceFailure.get());
            }
            throw failed;
        }
    }

    private PrepareReport read(Answer answer) throws IOException, ExecutorException {
        try {
            String[] words = answer.words();
            while (words[0].equals("want")) {
                wish.complete(Wish.of(words));
                words = answer.words();
            }
            if (words.length != 2 || !words[0].equals("laid")) {
                throw Answer.nonsense("to a prepare", String.join(" ", words));
            }
            answer.end();
            return report(words[1]);
        } finally {
            wish.cancel(false);
        }
    }

    private PrepareReport report(String tree) throws ExecutorException {
        if (!tree.equals(request.snapshot().tree().value())) {
            throw Answer.nonsense("as the tree laid out", tree);
        }
        return new PrepareReport(request.snapshot().tree(), sentBytes);
    }

    private void write(OutputStream host) throws IOException {
        StringBuilder lines = new StringBuilder();
        append(lines, request.snapshot().emptyFolders().stream());
        append(lines, request.keep().patterns().stream().map(GitPatterns::same));
        append(lines, request.keep().outputs().stream().map(GitPatterns::atLeast));
        host.write(lines.toString().getBytes(StandardCharsets.US_ASCII));
        host.flush();
        Wish wanted = awaitWish();
        if (!wanted.nothing()) {
            send(wanted, new PackStream(host, wanted.after(), request.meter()));
        }
    }

    private static void append(StringBuilder lines, Stream<String> texts) {
        texts.forEach(text -> lines.append(OctalText.of(text)).append('\n'));
        lines.append(".\n");
    }

    private Wish awaitWish() throws IOException {
        try {
            return wish.get();
        } catch (InterruptedException | ExecutionException | CancellationException unasked) {
            throw (IOException) new InterruptedIOException("no objects were asked for").initCause(unasked);
        }
    }

    /**
     * Sends what the base lacks, and everything where the base is no more on this side; then what came of another pack before
     * does not fit, which the host finds out.
     */
    private void send(Wish wanted, PackStream pack) throws IOException {
        SnapshotSource snapshot = request.snapshot();
        Optional<TreeId> base = wanted.base();
        try {
            try {
                snapshot.writePack(base, pack);
            } catch (IOException missing) {
                if (base.isEmpty() || pack.written > 0 || pack.closedByHost) {
                    throw missing;
                }
                snapshot.writePack(Optional.empty(), pack);
            }
        } catch (IOException failed) {
            sourceFailure = pack.closedByHost ? Optional.empty() : Optional.of(failed);
            throw failed;
        } finally {
            sentBytes = pack.written;
        }
    }

    /** What the host lacks: nothing, all, or what came since a tree it has; and how much of the pack has come before. */
    private record Wish(boolean nothing, Optional<TreeId> base, long after) {
        static Wish of(String[] words) throws ExecutorException {
            if (words.length == 2 && words[1].equals("nothing")) {
                return new Wish(true, Optional.empty(), 0);
            }
            int after = words.length - 2;
            if (after > 0 && words[after].equals("after")) {
                long known = Answer.number(words[after + 1], Long.MAX_VALUE);
                if (after == 2 && words[1].equals("all")) {
                    return new Wish(false, Optional.empty(), known);
                }
                if (after == 3 && words[1].equals("since")) {
                    return new Wish(false, Optional.of(tree(words[2])), known);
                }
            }
            throw Answer.nonsense("as a wish for objects", String.join(" ", words));
        }

        private static TreeId tree(String word) throws ExecutorException {
            try {
                return new TreeId(word);
            } catch (IllegalArgumentException odd) {
                throw Answer.nonsense("as a tree it has", word);
            }
        }
    }

    /** Leaves out what has come before, counts the rest, tells failures of the host's side from the snapshot's, and stays open. */
    private static final class PackStream extends FilterOutputStream {
        private final TransferMeter meter;
        private long known;
        private long written;
        private boolean closedByHost;

        private PackStream(OutputStream host, long known, TransferMeter meter) {
            super(host);
            this.known = known;
            this.meter = meter;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            int skipped = (int) Math.min(known, length);
            known -= skipped;
            try {
                out.write(bytes, from + skipped, length - skipped);
            } catch (IOException closed) {
                closedByHost = true;
                throw closed;
            }
            written += length - skipped;
            meter.at(written, OptionalLong.empty());
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }
}
