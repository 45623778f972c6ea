/** Selecting and running checks. */
@NullMarked
package build.offload.conformance.wire.run;

import org.jspecify.annotations.NullMarked;
