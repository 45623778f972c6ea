package build.offload.kernel.store;

import build.offload.kernel.world.World;
import java.nio.file.Path;

/** One database that the contracts run against. */
public interface StoreBackend {

    /** Open the store, again and again the same one, failing where the plan says. */
    Store open(World world, FaultPlan faults);

    /** Return by what {@link #at} finds the same database in another process. */
    String address();

    /** Return the database of an address. */
    static StoreBackend at(String address) {
        return address.startsWith("jdbc:") ? new PostgresBackend(address) : new SqliteBackend(Path.of(address));
    }

    /** Run statements on the database from outside, as a person with a shell would. */
    void tamper(String script);
}
