/**
 * Takes snapshots of checkouts: for each checkout a mirror that the controller owns, filled by the user's own git rules and
 * without ever writing to, or locking, the user's repository.
 *
 * <p>Nothing here keeps time, makes threads or reads the store. A capture needs {@link
 * build.offload.kernel.snapshot.CheckoutLocks the checkout's lock}, and takes it itself; reading objects needs none.
 */
package build.offload.kernel.snapshot;
