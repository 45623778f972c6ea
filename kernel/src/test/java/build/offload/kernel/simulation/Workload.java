package build.offload.kernel.simulation;

import build.offload.kernel.rig.Order;
import build.offload.kernel.rig.Rig;
import build.offload.spi.model.JobId;
import build.offload.spi.model.ProcessIdentity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The jobs of a simulation: what each needs, how long it takes, and how it ends. */
final class Workload {

    static final List<String> PROGRAMS = List.of("make", "gradle", "cargo");
    static final List<String> VERSIONS = List.of("17.0.2", "21.0.1");

    private static final int FIRST_OWNER = 2_000;

    private final Chance chance;
    private final Map<JobId, Plan> plans = new HashMap<>();
    private final List<JobId> jobs = new ArrayList<>();
    private final List<ProcessIdentity> owners = new ArrayList<>();
    private int left;
    private int named;

    /** How a job goes where nothing comes between. */
    record Plan(Order order, int number, Duration takes, int code, boolean killed) {}

    Workload(Chance chance) {
        this.chance = chance;
        this.left = chance.between(3, 14);
    }

    /** Return the next job, unless there are no more. */
    Optional<Plan> next(Rig rig) {
        if (left == 0) {
            return Optional.empty();
        }
        left--;
        named++;
        Order order = Order.named("job-" + named).running(chance.of(PROGRAMS));
        order = needing(order);
        if (chance.oneIn(2)) {
            order = order.bringing("out/" + chance.of(List.of("app", "lib")));
        }
        order = placed(order);
        if (chance.oneIn(4)) {
            order = order.awaitedBy(owner(rig));
        }
        if (chance.oneIn(8)) {
            order = order.within(Duration.ofSeconds(20));
        }
        if (chance.oneIn(3)) {
            order = order.keeping("target/");
        }
        return Optional.of(new Plan(
                order, named, chance.oneIn(15) ? Duration.ofDays(1) : chance.seconds(1, 40), code(), chance.oneIn(20)));
    }

    private Order needing(Order order) {
        return switch (chance.below(6)) {
            case 0 -> order.needing("java", ">=21");
            case 1 -> order.needing("java", "*");
            case 2 -> chance.oneIn(3) ? order.needing("gpu", "*") : order;
            default -> order;
        };
    }

    private Order placed(Order order) {
        return switch (chance.below(12)) {
            case 0, 1 -> order.notOn("host-0");
            case 2 -> order.local(true, false);
            case 3 -> order.local(false, true);
            default -> order;
        };
    }

    private int code() {
        return chance.oneIn(5) ? chance.of(List.of(1, 2, 126, 127)) : 0;
    }

    private ProcessIdentity owner(Rig rig) {
        ProcessIdentity owner = rig.processes().start(FIRST_OWNER + owners.size(), 10_000L + owners.size());
        owners.add(owner);
        return owner;
    }

    /** Let one of the processes that wait for jobs die. */
    void ownerDies(Rig rig) {
        if (!owners.isEmpty()) {
            rig.processes().end(chance.of(owners).pid());
        }
    }

    /** Remember what was planned for a job that is about to be handed over. */
    void submitting(JobId id, Plan plan) {
        plans.put(id, plan);
        jobs.add(id);
    }

    Plan plan(JobId id) {
        return Objects.requireNonNull(plans.get(id), () -> "not of this simulation: " + id);
    }

    List<JobId> jobs() {
        return jobs;
    }

    boolean done() {
        return left == 0;
    }
}
