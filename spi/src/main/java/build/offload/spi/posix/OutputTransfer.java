package build.offload.spi.posix;

import build.offload.spi.executor.BuildHost.CollectReport;
import build.offload.spi.executor.BuildHost.CollectRequest;
import build.offload.spi.executor.BuildHost.OutputFile;
import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.ExecutorException.Kind;
import build.offload.spi.model.OutputPath;
import build.offload.spi.model.OutputPattern;
import build.offload.spi.model.TreeId;
import build.offload.spi.posix.RunnerLink.Question;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Brings declared outputs back, in one command: the host names what lies under the declared places, this side decides what
 * of that is declared and asks for it, and the host sends sizes, digests and contents in that order. A host that lies can
 * therefore name what it likes: nothing but a declared path is ever written, and nothing whose size or digest differs.
 *
 * <p>An answer that breaks off may be asked for again: only what has not come yet is then asked for. Used by one thread at a
 * time, but for the two that carry a question.
 */
final class OutputTransfer implements AutoCloseable {

    private final CollectRequest request;
    private final StagingFolder staging;
    private final List<OutputFile> whole = new ArrayList<>();
    private volatile CompletableFuture<List<OutputPath>> selection = new CompletableFuture<>();
    private long total;

    OutputTransfer(CollectRequest request) {
        this.request = request;
        this.staging =
                new StagingFolder(request.staging(), bytes -> request.meter().at(bytes, OptionalLong.of(total)));
    }

    /** Return how many bytes of contents have come. */
    long arrived() {
        return staging.arrived();
    }

    /** Return the question for what has not come yet; the duration in its report is for the caller to fill in. */
    Question<CollectReport> question(Duration limit) {
        selection = new CompletableFuture<>();
        List<String> tokens = List.of(request.attempt().toString(), Long.toString(staging.begun()));
        return new Question<>("collect", tokens, this::write, this::read, limit);
    }

    @Override
    public void close() throws ExecutorException {
        staging.close();
    }

    private void write(OutputStream host) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (OutputPattern pattern : request.outputs()) {
            lines.append(Listing.place(pattern)).append('\n');
        }
        host.write(lines.append(".\n").toString().getBytes(StandardCharsets.US_ASCII));
        host.flush();
        StringBuilder paths = new StringBuilder();
        for (OutputPath path : awaitSelection()) {
            paths.append(OctalText.of(path.value())).append('\n');
        }
        host.write(paths.append(".\n").toString().getBytes(StandardCharsets.US_ASCII));
    }

    private List<OutputPath> awaitSelection() throws IOException {
        try {
            return selection.get();
        } catch (InterruptedException | ExecutionException | CancellationException failed) {
            throw (IOException) new InterruptedIOException("nothing was selected").initCause(failed);
        }
    }

    private CollectReport read(Answer answer) throws IOException, ExecutorException {
        try {
            TreeId tree = tree(answer.words("tree", 2)[1]);
            answer.words("listing", 1);
            Listing listing = Listing.read(answer, request.outputs(), request.limitFiles());
            List<OutputPath> wanted = wanted(listing.selected());
            selection.complete(wanted);
            List<String> refused = new ArrayList<>(listing.refused());
            List<OutputPath> sent = withoutUnreadable(answer, wanted, refused);
            for (OutputFile file : unchanged(manifest(answer, sent))) {
                staging.write(file, answer);
                whole.add(file);
            }
            answer.words("", 1);
            answer.end();
            return new CollectReport(
                    tree, List.copyOf(whole), listing.unmatched(), List.copyOf(refused), Duration.ZERO);
        } finally {
            selection.cancel(false);
        }
    }

    /** Returns what has not come yet, beginning with what broke off. */
    private List<OutputPath> wanted(List<OutputPath> selected) throws ExecutorException {
        Set<OutputPath> left = new LinkedHashSet<>(selected);
        for (OutputFile file : whole) {
            if (!left.remove(file.path())) {
                throw changed(file.path());
            }
        }
        List<OutputPath> wanted = List.copyOf(left);
        Optional<OutputPath> broken = staging.broken().map(OutputFile::path);
        if (broken.isPresent() && !wanted.stream().findFirst().equals(broken)) {
            throw changed(broken.get());
        }
        return wanted;
    }

    private List<OutputFile> unchanged(List<OutputFile> files) throws ExecutorException {
        Optional<OutputFile> broken = staging.broken();
        if (broken.isPresent() && !files.stream().findFirst().equals(broken)) {
            throw changed(broken.get().path());
        }
        return files;
    }

    private static ExecutorException changed(OutputPath path) {
        return new ExecutorException(Kind.PROTOCOL, "'" + path + "' changed while it was sent");
    }

    private static TreeId tree(String word) throws ExecutorException {
        try {
            return new TreeId(word);
        } catch (IllegalArgumentException odd) {
            throw Answer.nonsense("as the tree the workspace was laid out from", word);
        }
    }

    /** Reads the indexes of what can no longer be read, up to the manifest. */
    private static List<OutputPath> withoutUnreadable(Answer answer, List<OutputPath> selected, List<String> refused)
            throws IOException, ExecutorException {
        List<OutputPath> sent = new ArrayList<>(selected);
        String[] words = answer.words();
        while (words[0].equals("unreadable") && words.length == 2) {
            OutputPath path = selected.get((int) Answer.number(words[1], selected.size() - 1));
            sent.remove(path);
            refused.add(path + ": cannot be read");
            words = answer.words();
        }
        if (!words[0].equals("manifest")) {
            throw Answer.nonsense("where the manifest was due", String.join(" ", words));
        }
        return sent;
    }

    private List<OutputFile> manifest(Answer answer, List<OutputPath> paths) throws IOException, ExecutorException {
        List<String[]> stats = new ArrayList<>();
        long sum = whole.stream().mapToLong(OutputFile::size).sum();
        for (OutputPath path : paths) {
            String[] stat = answer.words();
            if (stat.length != 2) {
                throw Answer.nonsense("as size and mode of '" + path + "'", String.join(" ", stat));
            }
            sum += Answer.number(stat[0], request.limitBytes());
            checkLimit(sum, path);
            stats.add(stat);
        }
        total = sum;
        answer.words("sums", 1);
        List<OutputFile> files = new ArrayList<>();
        for (int i = 0; i < paths.size(); i++) {
            files.add(file(paths.get(i), stats.get(i), answer.line()));
        }
        answer.words("contents", 1);
        return files;
    }

    private void checkLimit(long sum, OutputPath path) throws ExecutorException {
        if (sum > request.limitBytes()) {
            throw new ExecutorException(
                    Kind.PROTOCOL,
                    "the declared outputs are more than " + request.limitBytes() + " bytes up to '" + path
                            + "'; declare fewer or raise the limit");
        }
    }

    /** Takes a line of {@code sha256sum}, which begins with a backslash where the name behind the digest is escaped. */
    private static OutputFile file(OutputPath path, String[] stat, String sum) throws ExecutorException {
        String digest = sum.startsWith("\\") ? sum.substring(1) : sum;
        if (!digest.matches("(?s)[0-9a-f]{64} .*") || !stat[1].matches("[0-7]{1,5}")) {
            throw Answer.nonsense("as mode and digest of '" + path + "'", stat[1] + " " + sum);
        }
        boolean executable = (Integer.parseInt(stat[1], 8) & 0100) != 0;
        return new OutputFile(path, executable, Long.parseLong(stat[0]), digest.substring(0, 64));
    }
}
