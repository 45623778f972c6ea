package build.offload.kernel.simulation;

import java.nio.file.Path;
import java.time.Duration;

/**
 * One seed's life of the real kernel: a real store, the real pipeline, steps and loops, on one thread under a clock that only
 * the simulation moves. The seed chooses the fleet, the jobs, what goes wrong and when, and in which order effects run. After
 * each step the rules are checked; at last nothing goes wrong any more, and everything has to come to its end.
 */
final class Simulation {

    private static final int STEPS = 80;
    private static final Duration END_STEP = Duration.ofSeconds(5);
    private static final int END_STEPS = 240;

    private final SimulatedCluster cluster;
    private final Mishaps mishaps;
    private final Findings findings;
    private final Chance chance;

    private Simulation(long seed, Path folder, Plant plant) {
        chance = new Chance(seed);
        findings = new Findings();
        cluster = new SimulatedCluster(folder, chance, findings, plant);
        mishaps = new Mishaps(cluster, chance, findings);
    }

    /** Run a seed in an empty folder, with something in place of parts of the product. */
    static Findings run(long seed, Path folder, Plant plant) {
        Simulation simulation = new Simulation(seed, folder, plant);
        try {
            simulation.run();
        } finally {
            simulation.cluster.close();
        }
        return simulation.findings;
    }

    private void run() {
        cluster.start();
        for (int step = 0; step < STEPS && findings.first().isEmpty(); step++) {
            mishaps.step();
            cluster.check();
        }
        end("faults stopped");
        if (findings.first().isEmpty()) {
            cluster.retryLost();
            end("what was lost was retried");
        }
    }

    private void end(String since) {
        cluster.behave();
        for (int step = 0; step < END_STEPS && findings.first().isEmpty(); step++) {
            cluster.settle();
            cluster.check();
            if (cluster.over()) {
                return;
            }
            cluster.advance(END_STEP);
        }
        findings.require(
                findings.first().isPresent(),
                Rule.ENDS,
                "not everything is at its end long after " + since + ": " + cluster.left());
    }
}
