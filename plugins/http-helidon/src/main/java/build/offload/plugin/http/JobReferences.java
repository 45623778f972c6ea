package build.offload.plugin.http;

import build.offload.spi.frontend.Controller;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.frontend.JobView;
import build.offload.spi.frontend.Query;
import build.offload.spi.model.JobId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds the job that an address means: by its whole id, or by a prefix that only one job has. */
final class JobReferences {

    static final String UNKNOWN_JOB = "unknown-job";

    private static final Pattern REFERENCE = Pattern.compile("[0-9a-f]{6,64}");
    private static final int WHOLE = 64;

    private final Controller controller;

    JobReferences(Controller controller) {
        this.controller = controller;
    }

    /** Return the id; one given whole is not looked up. */
    JobId resolve(Request request) {
        String reference = request.parameter("id");
        if (!REFERENCE.matcher(reference).matches()) {
            throw Fields.refused(
                    "invalid-value", "id must be a job's 64 hexadecimal digits or the first 6 or more of them.", "id");
        }
        return reference.length() == WHOLE ? new JobId(reference) : onlyOne(reference);
    }

    private JobId onlyOne(String prefix) {
        List<JobId> found = controller.query(new Query.JobsByPrefix(prefix)).stream()
                .map(JobView::id)
                .toList();
        if (found.isEmpty()) {
            throw new ProblemException(Problems.missing(
                    UNKNOWN_JOB, "No job's id begins with these digits; GET /api/offload/v1/jobs lists the newest."));
        }
        if (found.size() > 1) {
            throw new ProblemException(Problems.invalid(ambiguous(found)));
        }
        return found.getFirst();
    }

    private static Refusal ambiguous(List<JobId> found) {
        List<String> matches = found.stream().map(JobId::value).toList();
        return new Refusal(
                "ambiguous-job",
                "More than one job's id begins with these digits; give more of them.",
                Map.of("matches", matches),
                Optional.of("id"));
    }
}
