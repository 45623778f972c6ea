package build.offload.kernel.simulation;

import build.offload.kernel.rig.Rig;
import build.offload.kernel.rig.ScriptedPublication.Witness;
import build.offload.kernel.store.JobRow;
import build.offload.spi.model.JobId;
import build.offload.spi.publish.PublicationStrategy.PromotionRequest;
import build.offload.spi.publish.PublicationStrategy.Target;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Knows who wrote what in the checkout, and whether a promotion may begin. */
final class PublicationCheck implements Witness {

    private static final String SOURCE = "src/main.c";
    private static final List<String> OUTPUTS = List.of("out/app", "out/lib");

    private final Supplier<Rig> rig;
    private final Findings findings;
    private final Map<String, Object> writers = new HashMap<>();
    private final Map<JobId, Map<String, Object>> asSubmitted = new HashMap<>();
    private final Map<JobId, Long> places = new HashMap<>();
    private final Map<JobId, Map<String, Object>> replaced = new HashMap<>();
    private int edits;

    PublicationCheck(Supplier<Rig> rig, Findings findings) {
        this.rig = rig;
        this.findings = findings;
    }

    /** The developer writes: mostly a source file, now and then where a build's output goes. */
    void edit(Chance chance) {
        edits++;
        String path = chance.oneIn(3) ? chance.of(OUTPUTS) : SOURCE;
        rig.get().checkout().write(path, "x".repeat(edits));
        writers.put(path, edits);
        findings.note("the developer writes " + path);
    }

    /** Remember how the checkout stands for a job that is handed over now. */
    void submitting(JobId job) {
        asSubmitted.putIfAbsent(job, Map.copyOf(writers));
    }

    /** Compare what a promotion that begins now may replace with what stands there. */
    @Override
    public void begins(PromotionRequest request) {
        JobId id = request.attempt().job();
        JobRow job = rig.get().ledger().job(id);
        places.put(id, job.progress().queueSeq());
        Map<String, Object> then = asSubmitted.getOrDefault(id, Map.of());
        check(id, SOURCE, same(then, SOURCE));
        replaced.put(id, Map.copyOf(writers));
        for (Target target : request.targets()) {
            String path = target.path().value();
            check(id, path, same(then, path) || promotedEarlier(job, path));
            writers.put(path, id);
        }
    }

    @Override
    public void putBack(PromotionRequest request) {
        JobId id = request.attempt().job();
        Map<String, Object> before = replaced.getOrDefault(id, Map.of());
        writers.replaceAll((path, last) -> last.equals(id) ? before.getOrDefault(path, "") : last);
    }

    private boolean same(Map<String, Object> then, String path) {
        return then.getOrDefault(path, "").equals(writers.getOrDefault(path, ""));
    }

    private boolean promotedEarlier(JobRow job, String path) {
        return writers.get(path) instanceof JobId last
                && places.getOrDefault(last, Long.MAX_VALUE) <= job.progress().queueSeq();
    }

    private void check(JobId job, String path, boolean allowed) {
        findings.require(allowed, Rule.COMPARED, job + " is promoted although " + path + " is another than before");
    }
}
