package build.offload.kernel.transition;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.redact.Redactor;
import build.offload.kernel.store.CommitResult;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.Store;
import build.offload.kernel.store.StoreUnavailableException;
import build.offload.kernel.store.StoreWriter;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.world.World;
import java.time.Instant;
import java.util.Map;

/**
 * A controller's right to write to a store, for one epoch: it ends when a process with the same lasting id begins the next.
 */
public final class Registration {

    private final Store store;
    private final StoreWriter writer;
    private final String controllerId;
    private final long epoch;

    private Registration(Store store, StoreWriter writer, String controllerId, long epoch) {
        this.store = store;
        this.writer = writer;
        this.controllerId = controllerId;
        this.epoch = epoch;
    }

    /**
     * Take the write side of a store and begin the next epoch of a controller. Whatever its earlier epochs left open in the
     * journal is closed as abandoned.
     *
     * @param controllerId the controller's lasting id
     * @throws StoreUnavailableException when it cannot be recorded
     */
    public static Registration open(Store store, String controllerId, World world) {
        StoreWriter writer = store.writer();
        WriteTransaction tx = writer.begin();
        long epoch;
        try {
            epoch = begin(tx, controllerId, world);
        } catch (RuntimeException failed) {
            writer.rollback();
            throw failed;
        }
        return switch (writer.commit()) {
            case CommitResult.Committed _ -> new Registration(store, writer, controllerId, epoch);
            case CommitResult.NotCommitted(String reason) -> throw new StoreUnavailableException(reason);
            case CommitResult.Unknown(String reason) -> throw new StoreUnavailableException(reason);
        };
    }

    private static long begin(WriteTransaction tx, String controllerId, World world) {
        Instant now = world.wallClock().now();
        long epoch = tx.controllers().beginEpoch(controllerId, world.processes().self(), now);
        int abandoned = tx.intents().abandon(controllerId, epoch, "controller-restarted", now);
        NewEvent event = NewEvent.of("controller-started", "controller", "started")
                .data(Map.of("controller", controllerId, "epoch", epoch, "abandonedIntents", abandoned));
        tx.events().append(event.committed(tx.cluster().revision(), now, controllerId, new Redactor()));
        return epoch;
    }

    /** Return the controller's lasting id. */
    public String controllerId() {
        return controllerId;
    }

    /** Return how many times the controller was started on this store. */
    public long epoch() {
        return epoch;
    }

    /** Return the store whose write side this is. */
    Store store() {
        return store;
    }

    StoreWriter writer() {
        return writer;
    }

    /** Refuse to go on when another process has begun a later epoch. */
    void requirePresent(ReadTransaction tx) {
        if (tx.controllers().epoch(controllerId).orElse(0) != epoch) {
            throw new SupersededException(controllerId, epoch);
        }
    }
}
