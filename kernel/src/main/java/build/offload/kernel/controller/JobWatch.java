package build.offload.kernel.controller;

import build.offload.kernel.reconcile.AttemptFiles;
import build.offload.kernel.reconcile.ProgressBoard;
import build.offload.spi.executor.OutputSink.Stream;
import build.offload.spi.frontend.Controller.JobObserver;
import build.offload.spi.frontend.JobView;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.JobId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Hands a job's output and progress on as they come. What is watched is this machine's copy of the output, so a watcher that
 * comes late, or comes back, reads on from any offset.
 */
final class JobWatch {

    private static final int CHUNK = 64 * 1024;

    private final AttemptFiles files;
    private final ProgressBoard board;
    private final Function<JobId, JobView> views;
    private final LongSupplier nanos;

    JobWatch(AttemptFiles files, ProgressBoard board, Function<JobId, JobView> views, LongSupplier nanos) {
        this.files = files;
        this.board = board;
        this.views = views;
        this.nanos = nanos;
    }

    /** Where a watcher stands. */
    private static final class Reader {
        private final JobObserver observer;
        private final Map<Stream, Long> offsets = new EnumMap<>(Stream.class);
        private Optional<JobView> last = Optional.empty();

        private Reader(JobObserver observer, long stdout, long stderr) {
            this.observer = observer;
            offsets.put(Stream.STDOUT, stdout);
            offsets.put(Stream.STDERR, stderr);
        }
    }

    void watch(JobId job, long stdout, long stderr, Duration budget, JobObserver observer) {
        Reader reader = new Reader(observer, stdout, stderr);
        long end = nanos.getAsLong() + budget.toNanos();
        long seen = board.version();
        while (!look(job, reader) && end - nanos.getAsLong() > 0) {
            try {
                board.awaitAfter(seen, Duration.ofNanos(Math.max(1, end - nanos.getAsLong())));
            } catch (InterruptedException stopping) {
                Thread.currentThread().interrupt();
                return;
            }
            seen = board.version();
        }
    }

    /** Hand on what is new, output before the view that may end it, and return whether the job is at its end. */
    private boolean look(JobId job, Reader reader) {
        JobView view = views.apply(job);
        if (view.attempt() > 0) {
            AttemptId attempt = new AttemptId(job, view.attempt());
            readOn(attempt, Stream.STDOUT, reader);
            readOn(attempt, Stream.STDERR, reader);
        }
        if (!reader.last.equals(Optional.of(view))) {
            reader.observer.view(view);
            reader.last = Optional.of(view);
        }
        return view.stage().finished();
    }

    private void readOn(AttemptId attempt, Stream stream, Reader reader) {
        Path log = files.log(attempt, stream);
        if (Files.notExists(log)) {
            return;
        }
        try (FileChannel channel = FileChannel.open(log, StandardOpenOption.READ)) {
            ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
            long offset = reader.offsets.getOrDefault(stream, 0L);
            while (channel.read(chunk.clear(), offset) > 0) {
                byte[] bytes = Arrays.copyOf(chunk.array(), chunk.position());
                reader.observer.output(stream, offset, bytes);
                offset += bytes.length;
                reader.offsets.put(stream, offset);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(log + " cannot be read", failure);
        }
    }
}
