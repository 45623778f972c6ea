package build.offload.distribution.run;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How a run ended.
 *
 * @param exitCode what the process ends with
 * @param ownFailure whether that is a code of ours instead of the build's
 * @param outcome one word for scripts
 * @param message what to tell the user of a failure of ours; empty where the build speaks for itself
 */
public record Conclusion(
        int exitCode,
        boolean ownFailure,
        String outcome,
        String message,
        Optional<String> jobId,
        Optional<JobReport> job) {

    /** Conclude from a job that has come to its end. */
    public static Conclusion of(JobReport job) {
        return switch (job.stage().orElseThrow(() -> new IllegalArgumentException("no stage " + job.stageName()))) {
            case SUCCEEDED -> buildsOwn(job, "succeeded");
            case FAILED -> failed(job);
            case BLOCKED -> ours(ExitCode.BLOCKED, "blocked", job, blocked(job));
            case CANCELLED ->
                job.reasonCode().orElse("").equals("queue-timeout")
                        ? ours(ExitCode.INFRASTRUCTURE, "infrastructure", job, "the build was given up" + because(job))
                        : ours(ExitCode.CANCELLED, "cancelled", job, cancelled(job));
            case LOST ->
                ours(
                        ExitCode.INFRASTRUCTURE,
                        "infrastructure",
                        job,
                        "it cannot be known how the build ended" + because(job)
                                + "; the checkout is as it was; run it again with: offload retry "
                                + JobReport.shortId(job.id()));
            case WAITING, PREPARING, RUNNING, COLLECTING, PUBLISHING ->
                throw new IllegalArgumentException("the job is not finished but " + job.stageName());
        };
    }

    /** Conclude from a failure that came before, or instead of, the job's end. */
    public static Conclusion of(CommandFailure failure, Optional<String> jobId, Optional<JobReport> job) {
        String outcome = switch (failure.code()) {
            case NO_CONTROLLER -> "no-controller";
            case BLOCKED -> "blocked";
            case CANCELLED -> "cancelled";
            case REFUSED, USAGE, CONFIGURATION -> "refused";
            case SUCCESS, CHECK_FAILED, INTERNAL, INFRASTRUCTURE -> "infrastructure";
        };
        return new Conclusion(failure.code().number(), true, outcome, String.valueOf(failure.getMessage()), jobId, job);
    }

    private static Conclusion buildsOwn(JobReport job, String outcome) {
        return new Conclusion((int) job.rc().orElse(0), false, outcome, "", Optional.of(job.id()), Optional.of(job));
    }

    private static Conclusion ours(ExitCode code, String outcome, JobReport job, String message) {
        return new Conclusion(code.number(), true, outcome, message, Optional.of(job.id()), Optional.of(job));
    }

    private static Conclusion failed(JobReport job) {
        if (job.infraFailure().isPresent() || job.rc().isEmpty()) {
            String kind =
                    job.infraFailure().map(failure -> " (" + failure + ")").orElse("");
            return ours(
                    ExitCode.INFRASTRUCTURE,
                    "infrastructure",
                    job,
                    "the build could not be carried out"
                            + job.host().map(host -> " on " + host).orElse("") + kind + because(job)
                            + again(job));
        }
        if (job.rc().getAsLong() == 0) {
            return ours(ExitCode.BLOCKED, "blocked", job, blocked(job));
        }
        return buildsOwn(job, "failed");
    }

    /** Only what infrastructure is to blame for is retried as it is. */
    private static String again(JobReport job) {
        return job.infraFailure().isPresent()
                ? "; try again with: offload retry " + JobReport.shortId(job.id())
                : "; nothing of it has run, so run it again once that is put right";
    }

    private static String blocked(JobReport job) {
        String files =
                job.conflicts().stream().map(conflict -> "\n  " + conflict).collect(Collectors.joining());
        String kept = job.view()
                .text("staging")
                .map(folder -> "\nthe outputs are kept in " + folder)
                .orElse("");
        return "the build succeeded, but its outputs were not put into the checkout" + because(job) + files + kept
                + decision(job);
    }

    /** Only what was collected whole can be published; the rest can be looked at. */
    private static String decision(JobReport job) {
        if (!job.view().text("publication", "").equals("blocked")) {
            return "";
        }
        String id = JobReport.shortId(job.id());
        String publish = job.view().at("times").text("collected").isPresent()
                ? "\nput them in place once nothing stands in the way: offload publish " + id
                : "";
        return "\nsee what there is: offload artifacts " + id + publish + "\nor give it up: offload discard " + id;
    }

    private static String cancelled(JobReport job) {
        String next = job.reasonCode().orElse("").equals("time-limit") ? "; to give it longer, use --timeout" : "";
        return "the job was cancelled" + because(job) + "; nothing of it runs any more and the checkout is as it was"
                + next;
    }

    private static String because(JobReport job) {
        return job.reason().or(job::reasonCode).map(reason -> ": " + reason).orElse("");
    }

    /** Return the report as {@code --json} writes it. */
    public Map<String, Object> report() {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("outcome", outcome);
        report.put("exitCode", exitCode);
        report.put("ownFailure", ownFailure);
        report.put("message", Optional.of(message).filter(text -> !text.isEmpty()));
        report.put("job", jobId);
        job.ifPresent(found -> describe(found, report));
        return report;
    }

    private static void describe(JobReport job, Map<String, Object> report) {
        report.put("stage", job.stageName());
        report.put("rc", job.rc().isPresent() ? Optional.of(job.rc().getAsLong()) : Optional.empty());
        report.put("ranOn", job.host());
        report.put("spilled", job.spilled());
        report.put("ranOnReason", job.host().map(_ -> job.spilled() ? "fallback-lease" : "builder"));
        report.put("reason", job.reasonCode());
        report.put("reasonMessage", job.reason());
        report.put("infraFailure", job.infraFailure());
        report.put("attempt", job.view().number("attempt").orElse(0));
        report.put("publication", job.view().text("publication"));
        report.put("staging", job.view().text("staging"));
        report.put("promoted", job.promoted());
        report.put("conflicts", job.view().list("conflicts"));
        report.put("phaseSeconds", job.phases());
        report.put("times", job.view().at("times"));
    }

    /** Return the lines that tell a person how it went. */
    public List<String> summary() {
        return job.map(found -> new Summary(this, found).lines()).orElse(List.of());
    }
}
