package build.offload.kernel.rig;

import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.ExecutorException.Kind;
import build.offload.spi.executor.HostIdentity;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.TreeId;
import build.offload.spi.probe.CapabilityProbe.Finding;
import build.offload.spi.probe.CapabilityProbe.HostLoad;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Function;

/**
 * A build host that does what a test says. It goes on while the controller is dead, and holds by the executors' contract: a
 * step that was done is found done.
 */
public final class ScriptedHost {

    private final String name;
    private final Stalls stalls;
    private final Troubles troubles = new Troubles();
    private final List<Callable<?>> underWay = new ArrayList<>();
    private Function<Call, Trouble> director = troubles::next;
    private Optional<Play> play = Optional.empty();
    private final Map<AttemptId, ScriptedRun> runs = new LinkedHashMap<>();
    private final Map<String, String> outputs = new TreeMap<>();
    private final Map<String, Finding> tools = new TreeMap<>();
    private final Set<String> programs = new LinkedHashSet<>();
    private final List<String> complaints = new ArrayList<>();
    private final List<String> calls = new ArrayList<>();
    private final List<AttemptId> started = new ArrayList<>();
    private final ScriptedKeep keep = new ScriptedKeep();
    private HostIdentity identity;
    private Optional<HostLoad> load = Optional.of(new HostLoad(0.5, 8));
    private Fate fate = new Fate.Exits(0);
    private Optional<TreeId> claimedTree = Optional.empty();
    private boolean corrupting;
    private boolean refusingCancel;
    private boolean startingAgain;

    ScriptedHost(String name, Stalls stalls) {
        this.name = name;
        this.stalls = stalls;
        this.identity = new HostIdentity("machine-" + name, "boot-1", "/home/build/" + name, "runner-1");
    }

    /** From now on, commands end with this code. */
    public ScriptedHost exits(int code) {
        fate = new Fate.Exits(code);
        return this;
    }

    /** From now on, commands go on running. */
    public ScriptedHost runs() {
        fate = new Fate.Runs();
        return this;
    }

    /** From now on, running commands are found killed. */
    public ScriptedHost vanishes() {
        fate = new Fate.Vanishes();
        return this;
    }

    /** From now on, commands are found never started. */
    public ScriptedHost neverStarts() {
        fate = new Fate.NeverStarted();
        return this;
    }

    /** What becomes of each command, and what it leaves, is decided attempt by attempt. */
    public interface Play {
        /** Return what the next look at a running attempt finds. */
        Fate fate(AttemptId attempt);

        /** Return what the attempt's build leaves: contents by path. */
        Map<String, String> outputs(AttemptId attempt);
    }

    /** From now on, a play decides about each attempt. */
    public ScriptedHost playing(Play decides) {
        play = Optional.of(decides);
        return this;
    }

    /** From now on, somebody else decides what befalls each call. */
    public ScriptedHost directedBy(Function<Call, Trouble> decides) {
        director = decides;
        return this;
    }

    /** Builds leave a file with this content. */
    public ScriptedHost leaves(String path, String content) {
        outputs.put(path, content);
        return this;
    }

    /** One next call of this kind meets trouble; further ones after it, in order. */
    public ScriptedHost once(Call call, Trouble trouble) {
        troubles.once(call, trouble);
        return this;
    }

    /** Every call of this kind meets trouble. */
    public ScriptedHost always(Call call, Trouble trouble) {
        troubles.always(call, trouble);
        return this;
    }

    /** Calls of this kind meet no trouble any more. */
    public ScriptedHost recovers(Call call) {
        troubles.recover(call);
        return this;
    }

    /** The network to it is gone. */
    public ScriptedHost falls(Kind kind) {
        for (Call call : Call.values()) {
            troubles.always(call, Trouble.failing(kind));
        }
        return this;
    }

    /** The network to it is back. */
    public ScriptedHost returns() {
        for (Call call : Call.values()) {
            troubles.recover(call);
        }
        return this;
    }

    /** It boots: what ran there is gone. */
    public ScriptedHost boots(String bootId) {
        identity = new HostIdentity(identity.machineId(), bootId, identity.workspaceRoot(), identity.runner());
        runs.values().forEach(ScriptedRun::kill);
        return this;
    }

    /** Another machine answers in its place. */
    public ScriptedHost isReplacedBy(String machineId) {
        identity = new HostIdentity(machineId, identity.bootId(), identity.workspaceRoot(), identity.runner());
        return this;
    }

    /** It says it built another tree than the one it was given. */
    public ScriptedHost claimsToHaveBuilt(TreeId tree) {
        claimedTree = Optional.of(tree);
        return this;
    }

    /** It says again which tree it built. */
    public ScriptedHost tellsWhatItBuilt() {
        claimedTree = Optional.empty();
        return this;
    }

    /** What it sends is not what it announced. */
    public ScriptedHost corruptsOutputs(boolean corrupts) {
        corrupting = corrupts;
        return this;
    }

    /** Its processes cannot be killed. */
    public ScriptedHost refusesToCancel(boolean refuses) {
        refusingCancel = refuses;
        return this;
    }

    /** It starts a command again where it should attach to the one that it started before. */
    public void startsAgain() {
        startingAgain = true;
    }

    /** Its probe finds a tool. */
    public ScriptedHost has(String tool, String version) {
        tools.put(tool, new Finding(tool, true, false, Optional.of(version), Optional.empty()));
        return this;
    }

    /** Its probe finds that a tool is not there, and that without it nothing is built there. */
    public ScriptedHost lacksRequired(String tool) {
        tools.put(tool, new Finding(tool, false, true, Optional.empty(), Optional.of("not on the path")));
        return this;
    }

    /** Its probe finds that a tool is not there. */
    public ScriptedHost lacks(String tool) {
        tools.put(tool, new Finding(tool, false, false, Optional.empty(), Optional.of("not on the path")));
        return this;
    }

    /** Its probe says nothing of a tool. */
    public ScriptedHost forgets(String tool) {
        tools.remove(tool);
        return this;
    }

    /** A shell on it finds a program. */
    public ScriptedHost installs(String program) {
        programs.add(program);
        return this;
    }

    /** Its load, as a probe reads it. */
    public ScriptedHost load(double load1, int cores) {
        load = Optional.of(new HostLoad(load1, cores));
        return this;
    }

    /** Return what it was asked, oldest first: a call's name, and the attempt's number where there is one. */
    public List<String> calls() {
        return List.copyOf(calls);
    }

    /** Return the attempts whose command was really started, in order. */
    public List<AttemptId> started() {
        return List.copyOf(started);
    }

    /** Return the attempts whose processes live. */
    public List<AttemptId> alive() {
        return runs.entrySet().stream()
                .filter(run -> run.getValue().alive())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Return the attempts of which something lies there. */
    public Set<AttemptId> keeps() {
        return Set.copyOf(runs.keySet());
    }

    /** Return how many workspaces it keeps that no attempt has. */
    public int keptWorkspaces() {
        return keep.left();
    }

    /** Return what was done to workspaces it keeps that nobody may ever do. */
    public List<String> keepComplaints() {
        return keep.complaints();
    }

    ScriptedKeep keep() {
        return keep;
    }

    String name() {
        return name;
    }

    HostIdentity identity() {
        return identity;
    }

    Optional<HostLoad> load() {
        return load;
    }

    List<Finding> findings() {
        return List.copyOf(tools.values());
    }

    /** Return whether a program is there. */
    public boolean finds(String program) {
        return programs.contains(program);
    }

    /** Return whether its probe says that a program is not there. */
    public boolean saysItLacks(String program) {
        return tools.containsKey(program) && !tools.get(program).ok();
    }

    /** Return what was asked of it that nobody may ever ask. */
    public List<String> complaints() {
        return List.copyOf(complaints);
    }

    Map<String, String> outputs(AttemptId attempt) {
        return play.map(decides -> decides.outputs(attempt)).orElse(outputs);
    }

    boolean corrupting() {
        return corrupting;
    }

    boolean refusingCancel() {
        return refusingCancel;
    }

    boolean startingAgain() {
        return startingAgain;
    }

    TreeId builtTree(TreeId given) {
        return claimedTree.orElse(given);
    }

    Fate fate(AttemptId attempt) {
        return play.map(decides -> decides.fate(attempt)).orElse(fate);
    }

    ScriptedRun run(AttemptId attempt) {
        return runs.computeIfAbsent(attempt, _ -> new ScriptedRun());
    }

    void startedNow(AttemptId attempt) {
        started.add(attempt);
    }

    /** Throw when something of an attempt would be removed from under its living process. */
    void forget(AttemptId attempt) {
        if (run(attempt).alive()) {
            String wrong = attempt + " is swept from " + name + " while its process lives";
            complaints.add(wrong);
            throw new IllegalStateException(wrong);
        }
        runs.remove(attempt);
    }

    /** Do what a call asks, with the trouble that is due. */
    <T> T answer(Call call, String about, Callable<T> work) throws ExecutorException {
        calls.add((call + " " + about).strip());
        Trouble trouble = director.apply(call);
        trouble.before().run();
        if (trouble.delay() == Trouble.Delay.OF_THE_CALL) {
            underWay.add(work);
            stalls.raise();
        }
        if (trouble.delay() == Trouble.Delay.FOR_EVER) {
            stalls.raise();
        }
        T result = done(work);
        trouble.after().run();
        if (trouble.delay() == Trouble.Delay.OF_THE_ANSWER) {
            stalls.raise();
        }
        return result;
    }

    /** Calls that were given up while they were under way arrive now, and nobody hears what comes of them. */
    public void receivesWhatWasUnderWay() {
        List<Callable<?>> late = List.copyOf(underWay);
        underWay.clear();
        for (Callable<?> work : late) {
            try {
                work.call();
            } catch (Exception unheard) {
                calls.add("unheard " + unheard.getMessage());
            }
        }
    }

    private static <T> T done(Callable<T> work) throws ExecutorException {
        try {
            return work.call();
        } catch (ExecutorException | RuntimeException known) {
            throw known;
        } catch (Exception unexpected) {
            throw new IllegalStateException(unexpected);
        }
    }
}
