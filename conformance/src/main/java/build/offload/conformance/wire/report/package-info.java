/** What a run is told as: text, JSON, JUnit XML. */
@NullMarked
package build.offload.conformance.wire.report;

import org.jspecify.annotations.NullMarked;
