package build.offload.plugin.http;

import build.offload.spi.frontend.Controller;
import build.offload.spi.frontend.OperatorCall;
import build.offload.spi.frontend.OperatorCall.CancelJob;
import build.offload.spi.frontend.OperatorCall.DiscardJob;
import build.offload.spi.frontend.OperatorCall.PublishJob;
import build.offload.spi.frontend.Query;
import build.offload.spi.model.JobId;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** Jobs: list, show, why one waits, submit, cancel; what one brought back, and what becomes of it. */
final class JobEndpoints {

    private static final Set<String> WISH = Set.of("idempotencyKey", "expectedRevision");
    private static final int USUAL_COUNT = 50;
    private static final int LARGEST_COUNT = 1000;
    private static final int MOST_ARTIFACTS = 100_000;

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

    Reply artifacts(Request request) {
        int count = Math.toIntExact(
                request.query().only(Set.of("limit")).number("limit", LARGEST_COUNT, 1, MOST_ARTIFACTS));
        return json.reply(200, controller.query(new Query.Artifacts(references.resolve(request), count)));
    }

    Reply cancel(Request request) {
        return perform(request, CancelJob::new);
    }

    Reply publish(Request request) {
        return perform(request, PublishJob::new);
    }

    Reply discard(Request request) {
        return perform(request, DiscardJob::new);
    }

    /** Something that is done to one job and says no more than which. */
    private interface Wish {
        OperatorCall of(String idempotencyKey, OptionalLong expectedRevision, JobId job);
    }

    private Reply perform(Request request, Wish wish) {
        Fields fields = Fields.only(request.body().json(sizes.requestBytes()), WISH);
        String key = fields.idempotencyKey();
        OperatorCall call = wish.of(key, fields.optionalRevision(), references.resolve(request));
        return Answers.of(controller.perform(request.caller(), call), JobReferences.UNKNOWN_JOB);
    }
}
