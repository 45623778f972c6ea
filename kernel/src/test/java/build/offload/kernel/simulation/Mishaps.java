package build.offload.kernel.simulation;

import build.offload.kernel.rig.Death;
import build.offload.kernel.rig.Rig;
import build.offload.kernel.rig.ScriptedPublication.Play;
import build.offload.kernel.store.FaultPlan;
import build.offload.kernel.store.FaultPlan.Point;
import java.time.Duration;
import java.util.List;

/** What happens next, step by step: mostly what happens every day, and now and then what goes wrong. */
final class Mishaps {

    private static final List<Point> POINTS =
            List.of(Point.COMMIT_REFUSED, Point.COMMIT_LOST, Point.ACKNOWLEDGEMENT_LOST, Point.STATEMENT);
    private static final List<String> PLACES = List.of("INSERT INTO intent", "INSERT INTO event", "UPDATE job");
    private static final List<Play> PLAYS = List.of(Play.values());

    private final SimulatedCluster cluster;
    private final Chance chance;
    private final Findings findings;

    Mishaps(SimulatedCluster cluster, Chance chance, Findings findings) {
        this.cluster = cluster;
        this.chance = chance;
        this.findings = findings;
    }

    /** Do the next step; a controller that dies in it is started again. */
    void step() {
        FaultPlan faults = cluster.rig().faults();
        if (chance.oneIn(40)) {
            Point point = chance.of(POINTS);
            String place = chance.of(PLACES);
            findings.note("the store fails at " + point + " of " + place);
            faults.fail(point, place, chance.between(1, 4));
        } else if (chance.oneIn(60)) {
            faults.crashAt(chance.below(60));
        }
        try {
            happen();
        } catch (Death | FaultPlan.Crash dead) {
            findings.note("the controller dies at " + dead.getMessage());
            cluster.restart();
        }
        faults.heal();
    }

    private void happen() {
        int what = chance.below(100);
        if (what < 25) {
            cluster.rig().pass();
        } else if (what < 55) {
            cluster.runEffects(chance.between(1, 6));
        } else if (what < 72) {
            cluster.advance(chance.seconds(0, 12));
        } else if (what < 80) {
            submit(chance.between(1, 4));
        } else if (what < 87) {
            cluster.operate();
        } else if (what < 93) {
            cluster.changeAHost();
        } else if (what < 95) {
            cluster.hearAgain();
        } else {
            seldom();
        }
    }

    private void submit(int jobs) {
        for (int job = 0; job < jobs; job++) {
            cluster.submit();
        }
    }

    private void seldom() {
        Rig rig = cluster.rig();
        switch (chance.below(7)) {
            case 0, 1 -> cluster.edit();
            case 2 -> cluster.workload().ownerDies(rig);
            case 3 -> rig.publication().next(chance.of(PLAYS));
            case 4 -> jump(rig);
            case 5 -> restart();
            default -> cluster.advance(chance.seconds(30, 120));
        }
    }

    /** The wall clock alone: it is set, or this machine was suspended. */
    private void jump(Rig rig) {
        Duration by = Duration.ofSeconds(chance.between(-3_600, 7_200));
        findings.note("the wall clock jumps by " + by);
        rig.clock().jumpTo(rig.clock().now().plus(by));
    }

    private void restart() {
        boolean boots = chance.oneIn(3);
        if (boots) {
            cluster.machineBoots();
            if (chance.oneIn(3)) {
                cluster.loseSnapshot();
            }
        }
        findings.note(boots ? "the controller's machine boots" : "the controller is started again");
        cluster.restart();
    }
}
