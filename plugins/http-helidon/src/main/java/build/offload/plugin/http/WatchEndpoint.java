package build.offload.plugin.http;

import build.offload.spi.frontend.Controller;
import build.offload.spi.frontend.Query;
import build.offload.spi.model.JobId;
import java.util.Set;

/** {@code GET /api/offload/v1/jobs/{id}/watch}: a job's progress and output as it comes. */
final class WatchEndpoint {

    private static final System.Logger LOG = System.getLogger(WatchEndpoint.class.getName());
    private static final String CONTENT_TYPE = "application/x-ndjson";
    private static final long LARGEST_OFFSET = 999_999_999_999_999_999L;

    private final Controller controller;
    private final JobReferences references;
    private final Limits.Times times;

    WatchEndpoint(Controller controller, JobReferences references, Limits.Times times) {
        this.controller = controller;
        this.references = references;
        this.times = times;
    }

    Reply watch(Request request) {
        QueryParameters query = request.query().only(Set.of("stdout", "stderr"));
        long stdout = query.number("stdout", 0, 0, LARGEST_OFFSET);
        long stderr = query.number("stderr", 0, 0, LARGEST_OFFSET);
        JobId job =
                controller.query(new Query.JobById(references.resolve(request))).id();
        return new Reply.Streamed(CONTENT_TYPE, lines -> stream(job, new Watcher(lines, stdout, stderr)));
    }

    /**
     * Look in slices, so that an empty line can be sent between them. Once the first line is out no refusal can be sent any
     * more: a failure ends the stream early, and the client meets it when it asks again with its new offsets. An interrupt
     * means that the server stops.
     */
    private void stream(JobId job, Watcher watcher) {
        try {
            for (int slice = 0; slice < times.watchSlices() && !watcher.finished(); slice++) {
                controller.watch(job, watcher.stdout(), watcher.stderr(), times.watchSlice(), watcher);
                if (Thread.interrupted()) {
                    return;
                }
                watcher.keepWarm();
            }
        } catch (Lines.ClientGoneException gone) {
            LOG.log(System.Logger.Level.TRACE, "The client of a watch has left.", gone);
        } catch (RuntimeException failed) {
            LOG.log(System.Logger.Level.WARNING, "The watch of job " + job + " ended early.", failed);
        }
    }
}
