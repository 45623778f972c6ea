/** The command that runs the wire conformance suite against any server. */
@NullMarked
package build.offload.conformance.wire;

import org.jspecify.annotations.NullMarked;
