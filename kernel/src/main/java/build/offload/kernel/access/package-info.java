/** Who is let in: tokens and what each may do, and requests that were meant for another server. */
package build.offload.kernel.access;
