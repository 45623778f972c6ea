/** The control plane itself: store, transitions, scheduler, reconcile loop, ledger, coordination. */
package build.offload.kernel;
