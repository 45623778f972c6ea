/**
 * The loops: each compares what is recorded with what is there and does the next step, outside any transaction, under a name
 * derived from the record, so that a step done before is found done. A loop is a {@code tick}; threads only call it.
 */
package build.offload.kernel.reconcile;
