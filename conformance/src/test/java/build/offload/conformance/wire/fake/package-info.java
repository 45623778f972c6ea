/** A server that keeps the contract, in memory, and ways to break it. */
@NullMarked
package build.offload.conformance.wire.fake;

import org.jspecify.annotations.NullMarked;
