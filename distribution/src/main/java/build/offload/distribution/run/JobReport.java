package build.offload.distribution.run;

import build.offload.distribution.client.Json;
import build.offload.spi.model.JobStage;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A job as the controller shows it, read with a client's eyes. */
public record JobReport(Json view) {

    private static final List<String> MOMENTS =
            List.of("submitted", "placed", "started", "exited", "collected", "finished");
    private static final List<String> PHASES = List.of("queued", "prepared", "ran", "collected", "published");
    private static final int SHORT_ID = 12;
    private static final long MEBIBYTE = 1024L * 1024;
    private static final double MILLIS = 1000.0;

    /** Return the job's id. */
    public String id() {
        return view.text("id", "");
    }

    /** Return as much of an id as people need to tell jobs apart. */
    public static String shortId(String id) {
        return id.substring(0, Math.min(SHORT_ID, id.length()));
    }

    /** Return the stage; empty when this client does not know its name. */
    public Optional<JobStage> stage() {
        String name = view.text("stage", "").toUpperCase(Locale.ROOT).replace('-', '_');
        for (JobStage stage : JobStage.values()) {
            if (stage.name().equals(name)) {
                return Optional.of(stage);
            }
        }
        return Optional.empty();
    }

    /** Return the stage's name as the controller gave it. */
    public String stageName() {
        return view.text("stage", "");
    }

    /** Return whether the job will not move on by itself. */
    public boolean finished() {
        return stage().map(JobStage::finished).orElse(false);
    }

    /** Return the host it is or was on. */
    public Optional<String> host() {
        return view.text("host");
    }

    /** Return the build's own exit code. */
    public OptionalLong rc() {
        return view.number("rc");
    }

    /** Return the code of the reason of its end or of its waiting. */
    public Optional<String> reasonCode() {
        return view.at("why").text("code");
    }

    /** Return the reason of its end or of its waiting, as a sentence. */
    public Optional<String> reason() {
        return view.at("why").text("message");
    }

    /** Return the typed failure, when it was not the build's own. */
    public Optional<String> infraFailure() {
        return view.text("infraFailure");
    }

    /** Return whether it ran on the laptop. */
    public boolean spilled() {
        return view.flag("spilled");
    }

    /** Return the files that were put in place. */
    public List<String> promoted() {
        return view.texts("promoted");
    }

    /** Return every path that stood in the way, with how. */
    public List<String> conflicts() {
        return view.list("conflicts").stream()
                .map(conflict -> conflict.text("path", "?") + ": " + conflict.text("reason", "?"))
                .toList();
    }

    /**
     * Return how far what is on its way has come, in words that change seldom: at each tenth where the end is known, else
     * whenever it has doubled.
     */
    public Optional<String> moving() {
        Json moving = view.at("transfer").at("moving");
        long bytes = moving.number("bytes").orElse(0);
        if (bytes < MEBIBYTE) {
            return Optional.empty();
        }
        String what = moving.text("what", "?");
        OptionalLong total = moving.number("total");
        return Optional.of(
                total.isPresent() && total.getAsLong() > 0
                        ? what + " " + bytes * 10 / total.getAsLong() * 10 + " % of " + total.getAsLong() / MEBIBYTE
                                + " MiB"
                        : what + " more than " + Long.highestOneBit(bytes / MEBIBYTE) + " MiB");
    }

    /** Return how many seconds each phase took, in order, as far as it has an end. */
    public Map<String, Double> phases() {
        Map<String, Double> phases = new LinkedHashMap<>();
        for (int i = 0; i < PHASES.size(); i++) {
            Optional<Instant> begin = moment(MOMENTS.get(i));
            Optional<Instant> end = moment(MOMENTS.get(i + 1));
            if (begin.isPresent() && end.isPresent()) {
                phases.put(
                        PHASES.get(i), Duration.between(begin.get(), end.get()).toMillis() / MILLIS);
            }
        }
        return phases;
    }

    private Optional<Instant> moment(String name) {
        try {
            return view.at("times").text(name).map(Instant::parse);
        } catch (DateTimeParseException unreadable) {
            return Optional.empty();
        }
    }
}
