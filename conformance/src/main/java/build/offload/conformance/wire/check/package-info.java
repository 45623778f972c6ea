/** What a check is, and what it works with. */
@NullMarked
package build.offload.conformance.wire.check;

import org.jspecify.annotations.NullMarked;
