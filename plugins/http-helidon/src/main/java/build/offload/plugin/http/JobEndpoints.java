package build.offload.plugin.http;

import build.offload.spi.frontend.Controller;
import build.offload.spi.frontend.OperatorCall.CancelJob;
import build.offload.spi.frontend.Query;
import java.util.Map;
import java.util.Set;

/** Jobs: list, show, why one waits, submit, cancel. */
final class JobEndpoints {

    private static final Set<String> CANCELLATION = Set.of("idempotencyKey", "expectedRevision");
    private static final int USUAL_COUNT = 50;
    private static final int LARGEST_COUNT = 1000;

    private final Controller controller;
    private final Json json;
    private final JobReferences references;
    private final Limits.Sizes sizes;

    JobEndpoints(Controller controller, Json json, JobReferences references, Limits.Sizes sizes) {
        this.controller = controller;
        this.json = json;
        this.references = references;
        this.sizes = sizes;
    }

    Reply list(Request request) {
        int count =
                Math.toIntExact(request.query().only(Set.of("limit")).number("limit", USUAL_COUNT, 1, LARGEST_COUNT));
        return json.reply(200, Map.of("jobs", controller.query(new Query.Jobs(count))));
    }

    Reply show(Request request) {
        request.query().only(Set.of());
        return json.reply(200, controller.query(new Query.JobById(references.resolve(request))));
    }

    Reply why(Request request) {
        request.query().only(Set.of());
        return json.reply(200, Map.of("reasons", controller.query(new Query.Why(references.resolve(request)))));
    }

    Reply submit(Request request) {
        return Answers.of(controller.perform(
                request.caller(), Submission.read(request.body().json(sizes.submissionBytes()))));
    }

    Reply cancel(Request request) {
        Fields fields = Fields.only(request.body().json(sizes.requestBytes()), CANCELLATION);
        String key = fields.idempotencyKey();
        CancelJob call = new CancelJob(key, fields.optionalRevision(), references.resolve(request));
        return Answers.of(controller.perform(request.caller(), call), JobReferences.UNKNOWN_JOB);
    }
}
