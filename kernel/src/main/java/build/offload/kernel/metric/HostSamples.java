package build.offload.kernel.metric;

import build.offload.kernel.dispatch.DispatchPolicy;
import build.offload.kernel.status.HostFacts;
import build.offload.spi.frontend.Controller.Metric;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The samples of one builder. */
record HostSamples(HostFacts host, Instant now, DispatchPolicy policy) {

    /** Return them all; {@code open} says whether the cluster as a whole gives jobs out. */
    List<Metric> all(boolean open, Map<String, Long> running, Map<String, Long> ended) {
        String name = host.row().name().value();
        int free = host.candidate().freeSlots();
        boolean accepts =
                open && free > 0 && host.candidate().closed(now, policy).isEmpty();
        List<Metric> samples = new ArrayList<>();
        samples.add(Series.HOST_RUNNING_JOBS.count(running.getOrDefault(name, 0L), name));
        samples.add(Series.HOST_SLOTS_FREE.sample(free, name));
        samples.add(Series.HOST_SLOTS_TOTAL.sample(host.row().slots(), name));
        samples.add(Series.HOST_DISPATCH_ACCEPT.sample(accepts ? 1 : 0, name));
        samples.add(Series.HOST_BUILDS_24H.count(ended.getOrDefault(name, 0L), name));
        return samples;
    }
}
