/** The checks themselves, by topic. */
@NullMarked
package build.offload.conformance.wire.rule;

import org.jspecify.annotations.NullMarked;
