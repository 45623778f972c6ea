/** Finds out whether an executor does what the kernel relies on, by what its hosts answer and nothing else. */
@NullMarked
package build.offload.conformance.executor;

import org.jspecify.annotations.NullMarked;
