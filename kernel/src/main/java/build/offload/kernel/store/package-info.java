/**
 * All that is durable, and the only place that speaks SQL. Reads see one consistent state; the write side is for the
 * transition pipeline alone.
 */
package build.offload.kernel.store;
