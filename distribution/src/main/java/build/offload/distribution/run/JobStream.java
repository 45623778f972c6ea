package build.offload.distribution.run;

import build.offload.distribution.client.ControllerClient;
import build.offload.distribution.client.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A job's output and progress, read on over any number of connections without losing or repeating a byte. */
public final class JobStream {

    private final String job;
    private final Copy stdout;
    private final Copy stderr;
    private final Consumer<JobReport> views;
    private @Nullable JobReport last;
    private long heard;

    /** Create a stream that hands the build's bytes to two outputs as they come, and each new view to a consumer. */
    public JobStream(String job, OutputStream stdout, OutputStream stderr, Consumer<JobReport> views) {
        this.job = job;
        this.stdout = new Copy(stdout);
        this.stderr = new Copy(stderr);
        this.views = views;
    }

    /**
     * Read one connection to its end.
     *
     * @param silence how long the controller may say nothing before the connection counts as broken
     * @throws IOException when the connection breaks; call again to read on
     */
    public void readOn(ControllerClient client, Duration silence) throws IOException {
        read(client, silence, () -> false);
    }

    /** Read what there is now: the first view comes behind all output that came before it. */
    public void readWhatThereIs(ControllerClient client, Duration silence) throws IOException {
        read(client, silence, () -> last().isPresent());
    }

    private void read(ControllerClient client, Duration silence, BooleanSupplier enough) throws IOException {
        String path =
                ControllerClient.api("jobs", job, "watch") + "?stdout=" + stdout.offset + "&stderr=" + stderr.offset;
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                client.stream(path, silence, "watching job " + JobReport.shortId(job)), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                heard++;
                if (!line.isBlank()) {
                    take(Json.parse(line.getBytes(StandardCharsets.UTF_8)));
                }
                if (enough.getAsBoolean()) {
                    return;
                }
            }
        }
    }

    /** Return the newest view of the job. */
    public Optional<JobReport> last() {
        return Optional.ofNullable(last);
    }

    /** Return how often the controller said something, whatever it was; tells a connection that worked from one that never did. */
    public long heard() {
        return heard;
    }

    /** Return whether the job has come to its end. */
    public boolean finished() {
        return last().map(JobReport::finished).orElse(false);
    }

    private void take(Json line) {
        stdout.take(line.at("stdout"));
        stderr.take(line.at("stderr"));
        if (line.at("view").present()) {
            JobReport view = new JobReport(line.at("view"));
            last = view;
            views.accept(view);
        }
    }

    /** One of the two outputs, and how much of it has been handed on. */
    private static final class Copy {
        private final OutputStream target;
        private long offset;
        private boolean closed;

        Copy(OutputStream target) {
            this.target = target;
        }

        void take(Json chunk) {
            if (!chunk.present()) {
                return;
            }
            byte[] bytes = Base64.getDecoder().decode(chunk.text("data", ""));
            long begin = chunk.number("offset").orElse(offset);
            int known = Math.clamp(offset - begin, 0, bytes.length);
            write(bytes, known);
            offset = Math.max(offset, begin + bytes.length);
        }

        // Whoever reads our output may stop before the end (head, for one); the build is not to suffer from it.
        private void write(byte[] bytes, int from) {
            try {
                if (!closed && from < bytes.length) {
                    target.write(bytes, from, bytes.length - from);
                    target.flush();
                }
            } catch (IOException readerGone) {
                closed = true;
            }
        }
    }
}
