package build.offload.kernel.status;

import build.offload.kernel.dispatch.FleetSnapshot;
import build.offload.kernel.event.ChangeFollower;
import build.offload.kernel.store.ControllerRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.Store;
import build.offload.kernel.world.WallClock;
import build.offload.spi.frontend.Controller;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Gives readings of the cluster: the same one again until the revision, an event, the second or the controller's own condition
 * is another. Safe for use by several threads; one of them reads at a time.
 */
public final class ClusterSource {

    private final StoreAccess store;
    private final WallClock clock;
    private final Supplier<ControllerCondition> condition;
    private final ClusterModel model = new ClusterModel();
    private final ChangeFollower follower = ChangeFollower.withLooks(model);
    private Optional<ClusterReading> latest = Optional.empty();

    /** Create a source over a store; {@code condition} is asked for each reading and must not ask for one itself. */
    public ClusterSource(Store store, WallClock clock, Supplier<ControllerCondition> condition) {
        this.store = new StoreAccess(store);
        this.clock = clock;
        this.condition = condition;
    }

    /** A reading, and what else was read in the same transaction. */
    public record Joined<T>(ClusterReading reading, T more) {}

    /**
     * Return the present reading.
     *
     * @throws Controller.StoreUnavailableException when the store cannot be read
     */
    public ClusterReading current() {
        return currentWith((tx, reading) -> true).reading();
    }

    /** Return the present reading with whatever else is to be consistent with it; else as {@link #current()}. */
    public synchronized <T> Joined<T> currentWith(BiFunction<ReadTransaction, ClusterReading, T> more) {
        ControllerCondition present = condition.get();
        Instant now = now();
        return store.read(tx -> {
            ClusterReading reading = reading(tx, now, present);
            return new Joined<>(reading, more.apply(tx, reading));
        });
    }

    /** Return the moment a reading taken now is about. */
    Instant now() {
        return clock.now().truncatedTo(ChronoUnit.MILLIS);
    }

    private ClusterReading reading(ReadTransaction tx, Instant now, ControllerCondition present) {
        long seq = follower.follow(tx, now);
        long revision = tx.cluster().revision();
        ClusterReading reading = latest.filter(known -> known.holds(revision, seq, now, present))
                .orElseGet(() -> read(tx, revision, seq, now, present));
        latest = Optional.of(reading);
        return reading;
    }

    private ClusterReading read(ReadTransaction tx, long revision, long seq, Instant now, ControllerCondition present) {
        return new ClusterReading(
                revision,
                seq,
                now,
                tx.cluster().desired(),
                present,
                FleetSnapshot.of(model.candidates(), now, present.settings().policy()),
                model.hosts(),
                model.tickets(),
                model.running(),
                model.finished(),
                tx.leases().all(),
                tx.controllers().all().stream().collect(Collectors.toMap(ControllerRow::id, ControllerRow::process)));
    }
}
