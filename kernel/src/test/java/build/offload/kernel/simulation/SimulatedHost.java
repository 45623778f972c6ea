package build.offload.kernel.simulation;

import build.offload.kernel.rig.Call;
import build.offload.kernel.rig.Fate;
import build.offload.kernel.rig.ScriptedHost;
import build.offload.kernel.rig.Trouble;
import build.offload.kernel.world.ManualClock;
import build.offload.spi.executor.ExecutorException.Kind;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.OutputPattern;
import build.offload.spi.model.ToolRequirement;
import build.offload.spi.model.TreeId;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A host that stalls, falls silent, boots, lies, and answers late, as chance has it. */
final class SimulatedHost implements ScriptedHost.Play {

    private static final TreeId ANOTHER_TREE = new TreeId("1".repeat(40));
    private static final List<Kind> SILENCE = List.of(Kind.UNREACHABLE, Kind.CONNECTION_LOST, Kind.LOGIN_REFUSED);
    private static final int CORES = 8;
    private static final int BUSIEST = 40;
    private static final int SMALLEST_OUTPUT = 1_000;

    private final String name;
    private final ScriptedHost host;
    private final Workload workload;
    private final Around around;
    private final int speed;
    private final Map<AttemptId, Long> ends = new HashMap<>();
    private final Map<String, String> tools = new TreeMap<>();
    private Condition condition = Condition.CALM;
    private int boots = 1;

    /** How a host is just now. */
    enum Condition {
        CALM,
        TROUBLED,
        SILENT,
        STALLED
    }

    /** What hosts of one simulation share: chance, time, and what happens elsewhere while one of them is asked. */
    record Around(Chance chance, ManualClock clock, Runnable meanwhile) {}

    SimulatedHost(String name, ScriptedHost host, Workload workload, Around around) {
        this.name = name;
        this.host = host;
        this.workload = workload;
        this.around = around;
        this.speed = around.chance().between(1, 3);
        host.playing(this).directedBy(this::befalls).load(busyness(), CORES);
        equip();
    }

    private void equip() {
        Chance chance = around.chance();
        if (!chance.oneIn(3)) {
            has("java", chance.of(Workload.VERSIONS));
        }
        for (String program : Workload.PROGRAMS) {
            switch (chance.below(5)) {
                case 0 -> host.lacks(program);
                case 1 -> has(program, "1.0");
                case 2 -> host.forgets(program);
                default -> host.installs(program);
            }
        }
    }

    /** It has whatever any job may need, as the developer's own machine mostly does. */
    void hasEverything() {
        has("java", Workload.VERSIONS.getLast());
        Workload.PROGRAMS.forEach(program -> has(program, "1.0"));
    }

    private double busyness() {
        return around.chance().below(BUSIEST);
    }

    private void has(String tool, String version) {
        tools.put(tool, version);
        host.has(tool, version).installs(tool);
    }

    String name() {
        return name;
    }

    ScriptedHost host() {
        return host;
    }

    /** Return whether it has what a job needs, by what is really there. */
    boolean satisfies(Workload.Plan plan) {
        var build = plan.order().build();
        boolean excluded = build.placement().excludedHosts().stream()
                .anyMatch(one -> one.value().equals(name));
        boolean lacking = host.saysItLacks(build.argv().getFirst());
        return !excluded && !lacking && build.requirements().stream().allMatch(this::meets);
    }

    private boolean meets(ToolRequirement requirement) {
        return tools.containsKey(requirement.tool())
                && requirement.versions().contains(tools.getOrDefault(requirement.tool(), ""));
    }

    /** Something happens to it. */
    String changes() {
        Chance chance = around.chance();
        return switch (chance.below(8)) {
            case 0 -> is(Condition.SILENT);
            case 1 -> is(Condition.STALLED);
            case 2, 3 -> is(Condition.TROUBLED);
            case 4 -> {
                boots();
                yield "boots";
            }
            case 5 -> {
                boolean lies = chance.oneIn(2);
                host.corruptsOutputs(chance.oneIn(2)).refusesToCancel(chance.oneIn(3));
                yield "lies "
                        + (lies ? host.claimsToHaveBuilt(ANOTHER_TREE) : host.tellsWhatItBuilt())
                                .alive()
                                .size();
            }
            case 6 -> {
                host.load(busyness(), CORES);
                yield "has another load";
            }
            default -> is(Condition.CALM);
        };
    }

    /** It boots: what ran there is gone. */
    void boots() {
        boots++;
        host.boots("boot-" + boots);
    }

    private String is(Condition next) {
        condition = next;
        host.receivesWhatWasUnderWay();
        return "is " + next;
    }

    /** From now on it does what it should. */
    void behaves() {
        is(Condition.CALM);
        host.corruptsOutputs(false).refusesToCancel(false).tellsWhatItBuilt().load(0.5, CORES);
        Workload.PROGRAMS.forEach(host::installs);
    }

    private Trouble befalls(Call call) {
        Chance chance = around.chance();
        return switch (condition) {
            case CALM -> chance.oneIn(4) ? Trouble.meanwhile(around.meanwhile()) : Trouble.NONE;
            case TROUBLED -> chance.oneIn(3) ? trouble(call) : Trouble.meanwhile(around.meanwhile());
            case SILENT -> Trouble.failing(chance.of(SILENCE));
            case STALLED -> Trouble.delayed(Trouble.Delay.FOR_EVER);
        };
    }

    private Trouble trouble(Call call) {
        Chance chance = around.chance();
        return switch (chance.below(8)) {
            case 0, 1 -> Trouble.answerLost();
            case 2 -> Trouble.delayed(Trouble.Delay.OF_THE_ANSWER);
            case 3 -> call == Call.START ? Trouble.delayed(Trouble.Delay.OF_THE_CALL) : Trouble.stalling();
            case 4 -> Trouble.failing(chance.of(List.of(Kind.values())));
            case 5 -> Trouble.deathBefore();
            case 6 -> Trouble.deathAfter();
            default -> Trouble.failing(Kind.CONNECTION_LOST);
        };
    }

    @Override
    public Fate fate(AttemptId attempt) {
        Workload.Plan plan = workload.plan(attempt.job());
        Duration takes = plan.takes().dividedBy(speed);
        long end = ends.computeIfAbsent(attempt, _ -> around.clock().nanos() + takes.toNanos());
        if (followed(end)) {
            return new Fate.Runs();
        }
        if (plan.killed() && attempt.number() == 1) {
            return new Fate.Vanishes();
        }
        return new Fate.Exits(host.finds(plan.order().build().argv().getFirst()) ? plan.code() : 127);
    }

    /** Following takes time; return whether the command runs still after it. */
    private boolean followed(long end) {
        long left = Math.max(0, end - around.clock().nanos());
        Duration stays = around.chance().seconds(1, 10);
        around.clock().advance(Duration.ofNanos(Math.min(left, stays.toNanos())));
        return around.clock().nanos() < end;
    }

    /** What is left is of another length for each attempt, so that no two ever look alike. */
    @Override
    public Map<String, String> outputs(AttemptId attempt) {
        Workload.Plan plan = workload.plan(attempt.job());
        String content = "x".repeat(SMALLEST_OUTPUT + plan.number() * 10 + attempt.number());
        return plan.order().build().outputs().stream()
                .map(OutputPattern::value)
                .collect(Collectors.toMap(path -> path, _ -> content));
    }
}
