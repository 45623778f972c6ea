package build.offload.kernel.event;

import build.offload.kernel.store.ResumePoint;

/** Where a projection's resume point is kept: in the store, whose write side belongs to the pipeline. */
@FunctionalInterface
public interface ResumePoints {

    /**
     * Have a resume point written soon. Never waits; a later point of the same projection may take its place. Until it is
     * durable an older one counts, from which the projection writes the same lines again.
     */
    void save(String projection, ResumePoint point);
}
