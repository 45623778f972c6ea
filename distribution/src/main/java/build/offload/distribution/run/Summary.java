package build.offload.distribution.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The last words about a job for a person at the terminal. */
record Summary(Conclusion conclusion, JobReport job) {

    private static final int MOST_FILES = 20;

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(verdict());
        if (!job.phases().isEmpty()) {
            lines.add(phases());
        }
        List<String> promoted = job.promoted();
        promoted.stream().limit(MOST_FILES).forEach(path -> lines.add("promoted " + path));
        if (promoted.size() > MOST_FILES) {
            lines.add("promoted " + (promoted.size() - MOST_FILES) + " more files");
        }
        return lines;
    }

    private String verdict() {
        String where = job.host()
                .map(host ->
                        job.spilled() ? " on this machine (" + host + "), since no builder had room" : " on " + host)
                .orElse("");
        return conclusion.outcome() + where + ", exit code " + conclusion.exitCode();
    }

    private String phases() {
        return job.phases().entrySet().stream().map(Summary::phase).collect(Collectors.joining(", "));
    }

    private static String phase(Map.Entry<String, Double> phase) {
        return String.format(Locale.ROOT, "%s %.1f s", phase.getKey(), phase.getValue());
    }
}
