package build.offload.kernel.dispatch;

import build.offload.kernel.dispatch.Candidate.Blocker;
import build.offload.kernel.store.CapabilityRow;
import build.offload.kernel.store.CircuitRow;
import build.offload.kernel.store.ControlRow;
import build.offload.kernel.store.HostRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.spi.model.HostName;
import build.offload.spi.model.MirrorId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The fleet in one consistent read, and what can be asked of it: which host takes a job, why another does not, and whether
 * any ever could. Immutable.
 */
public final class FleetSnapshot {

    private static final Comparator<Candidate> MOST_FREE =
            Comparator.comparingInt(Candidate::freeSlots).reversed();

    private final List<Candidate> candidates;
    private final Instant now;
    private final DispatchPolicy policy;

    private FleetSnapshot(List<Candidate> candidates, Instant now, DispatchPolicy policy) {
        this.candidates = candidates;
        this.now = now;
        this.policy = policy;
    }

    /** Read the fleet. */
    public static FleetSnapshot read(ReadTransaction tx, Instant now, DispatchPolicy policy) {
        return of(readCandidates(tx), now, policy);
    }

    /** Read every host with what dispatch asks of it. */
    static List<Candidate> readCandidates(ReadTransaction tx) {
        Map<String, Integer> taken = tx.queue().slotsTaken();
        Map<String, ControlRow> controls = tx.fleet().controls();
        Map<String, List<CapabilityRow>> capabilities = tx.fleet().capabilities();
        Map<String, List<CircuitRow>> circuits = tx.fleet().circuits();
        Map<String, Set<MirrorId>> laidOut = tx.fleet().laidOut();
        List<Candidate> candidates = new ArrayList<>();
        for (HostRow host : tx.fleet().hosts()) {
            String name = host.name().value();
            candidates.add(new Candidate(
                            host,
                            controls.getOrDefault(name, ControlRow.UNTOUCHED),
                            capabilities.getOrDefault(name, List.of()),
                            circuits.getOrDefault(name, List.of()),
                            taken.getOrDefault(name, 0))
                    .having(laidOut.getOrDefault(name, Set.of())));
        }
        return candidates;
    }

    /** Read one host with what decides whether it takes a job; the checkouts it has only tell it from others. */
    static Optional<Candidate> readCandidate(ReadTransaction tx, HostName name) {
        return tx.fleet()
                .host(name)
                .map(host -> new Candidate(
                        host,
                        tx.fleet().control(name),
                        tx.fleet().capabilities(name),
                        tx.fleet().circuits(name),
                        tx.queue().slotsTaken(name)));
    }

    /** Return the fleet of candidates that were read before. */
    public static FleetSnapshot of(List<Candidate> candidates, Instant now, DispatchPolicy policy) {
        return new FleetSnapshot(List.copyOf(candidates), now, policy);
    }

    /** Return every host. */
    public List<Candidate> candidates() {
        return candidates;
    }

    /** Return the builders. */
    public List<Candidate> builders() {
        return candidates.stream().filter(Candidate::builder).toList();
    }

    /** Put the least load first, then hosts that have the checkout, then go by name, so that equal hosts have a fixed order. */
    static Comparator<Candidate> lightest(MirrorId checkout) {
        return Comparator.comparingLong(Candidate::loadStep)
                .thenComparing(candidate -> !candidate.has(checkout))
                .thenComparing(Candidate::name);
    }

    /** Return a host that takes a job now. */
    Optional<Candidate> anyFor(Needs needs) {
        return eligible(needs).min(Comparator.comparing(Candidate::name));
    }

    private Stream<Candidate> eligible(Needs needs) {
        return candidates.stream().filter(candidate -> blocker(candidate, needs).isEmpty());
    }

    /** Return the host that should take a job of a checkout now: the least loaded of the eligible ones. */
    public Optional<Candidate> choose(Needs needs, MirrorId checkout) {
        return eligible(needs).min(MOST_FREE.thenComparing(lightest(checkout)));
    }

    /** Return why a host does not take a job now; absent when it does. */
    public Optional<Blocker> blocker(Candidate candidate, Needs needs) {
        if (!candidate.builder()) {
            return Optional.of(kept(needs));
        }
        return obstacle(candidate, needs);
    }

    private static Blocker kept(Needs needs) {
        return needs.laptop() == Needs.Laptop.NEVER
                ? new Blocker("never-local", "the submission keeps it off the laptop")
                : new Blocker("workstation", "the laptop builds only under a fallback lease");
    }

    /** Return why the laptop could not take a job now even if a lease let it; absent when it could. */
    Optional<Blocker> keptFromLaptop(Candidate laptop, Needs needs) {
        return needs.laptop() == Needs.Laptop.NEVER ? Optional.of(kept(needs)) : obstacle(laptop, needs);
    }

    private Optional<Blocker> obstacle(Candidate candidate, Needs needs) {
        return candidate
                .closed(now, policy)
                .or(() -> candidate.unmet(needs))
                .or(() -> candidate.quarantined(needs.commandClass()))
                .or(() -> candidate.freeSlots() > 0 ? Optional.empty() : Optional.of(full(candidate)));
    }

    private static Blocker full(Candidate candidate) {
        return new Blocker("no-free-slot", "all " + candidate.host().slots() + " slots are taken");
    }

    /**
     * Return what no enrolled builder has of a job's needs; absent when one has it all, also when that one is closed just
     * now, and absent while there is no builder or one of which nothing was found out yet.
     */
    public Optional<Blocker> unsatisfiable(Needs needs) {
        List<Candidate> builders = builders();
        if (builders.isEmpty() || builders.stream().anyMatch(Candidate::unknown)) {
            return Optional.empty();
        }
        return builders.stream().allMatch(candidate -> candidate.unmet(needs).isPresent())
                ? builders.getFirst().unmet(needs)
                : Optional.empty();
    }

    /** Return how many builders have all a job needs, whether or not they are open just now. */
    public int eligibleEver(Needs needs) {
        return (int) builders().stream()
                .filter(candidate -> candidate.unmet(needs).isEmpty())
                .count();
    }

    /** Return whether every builder is known to be overloaded, and there is one. */
    public boolean overloaded() {
        List<Candidate> builders = builders();
        return !builders.isEmpty() && builders.stream().allMatch(candidate -> candidate.overloaded(now, policy));
    }

    /** Return the slots that could be filled now. */
    public int idleSlots() {
        return open().mapToInt(Candidate::freeSlots).sum();
    }

    /** Return whether a builder takes jobs at all. */
    public boolean admits() {
        return open().findAny().isPresent();
    }

    /** Return the builders that take jobs at all, however many of their slots are free. */
    Stream<Candidate> open() {
        return builders().stream()
                .filter(candidate -> candidate.closed(now, policy).isEmpty());
    }

    /** Return the builder of a name. */
    public Optional<Candidate> byName(HostName name) {
        return candidates.stream()
                .filter(candidate -> candidate.name().equals(name))
                .findFirst();
    }
}
