package build.offload.kernel.store;

import build.offload.kernel.world.World;

/** One database that the contracts run against. */
public interface StoreBackend {

    /** Open the store, again and again the same one, failing where the plan says. */
    Store open(World world, FaultPlan faults);

    /** Run statements on the database from outside, as a person with a shell would. */
    void tamper(String script);
}
