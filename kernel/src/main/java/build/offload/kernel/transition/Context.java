package build.offload.kernel.transition;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.redact.Redactor;
import build.offload.kernel.store.Intent;
import build.offload.kernel.store.StoreWriter;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.world.World;
import java.time.Instant;
import java.util.OptionalLong;

/** What the parts of the pipeline share. */
record Context(Registration registration, Steps steps, World world, Redactor redactor, PipelineSettings settings) {

    StoreWriter writer() {
        return registration.writer();
    }

    Instant now() {
        return world.wallClock().now();
    }

    Facts facts(Instant now, String actor) {
        return new Facts(now, registration.controllerId(), registration.epoch(), actor);
    }

    Intent.Origin origin(OptionalLong expectedRevision, Instant now) {
        return new Intent.Origin(expectedRevision, registration.controllerId(), registration.epoch(), now);
    }

    /** Begin a transaction, if this controller may still write. */
    WriteTransaction begin() {
        WriteTransaction tx = writer().begin();
        registration.requirePresent(tx);
        return tx;
    }

    /** Append an event in the running transaction. */
    void append(WriteTransaction tx, NewEvent event, long revision, Facts facts) {
        tx.events().append(event.committed(revision, facts.now(), facts.actor(), redactor));
    }
}
