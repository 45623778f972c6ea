package build.offload.kernel.fleet;

import build.offload.kernel.store.HostRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.model.HostName;
import build.offload.spi.model.HostRole;
import java.util.Optional;

/** Guards that ask whether there is such a host. */
final class KnownHost {

    private KnownHost() {}

    static Optional<Refusal> required(ReadTransaction tx, HostName name) {
        return tx.fleet().host(name).isPresent()
                ? Optional.empty()
                : Optional.of(Refusal.of(
                        "unknown-host", "there is no host '" + name + "'; 'offload hosts' lists those there are"));
    }

    static Optional<Refusal> builder(ReadTransaction tx, HostName name) {
        return required(tx, name)
                .or(() -> row(tx, name).role() == HostRole.BUILDER
                        ? Optional.empty()
                        : Optional.of(Refusal.of(
                                "not-a-builder", "'" + name + "' is the workstation; it is not drained or removed")));
    }

    /** A decision about a host must not rest on a control record that cannot be read (D24). */
    static Optional<Refusal> controlled(ReadTransaction tx, HostName name) {
        return tx.fleet().control(name).readable()
                ? Optional.empty()
                : Optional.of(Refusal.of(
                        "control-record-unreadable",
                        "the control record of '" + name
                                + "' in the store cannot be read, so nothing is decided about it;"
                                + " remove the host and enrol it again"));
    }

    /** Return the row of a host that a guard found. */
    static HostRow row(ReadTransaction tx, HostName name) {
        return tx.fleet().host(name).orElseThrow(() -> new IllegalStateException("guarded: host " + name));
    }
}
