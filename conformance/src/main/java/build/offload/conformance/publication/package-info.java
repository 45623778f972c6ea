/** What every publication strategy must do, as rules that anybody can check theirs by. */
@NullMarked
package build.offload.conformance.publication;

import org.jspecify.annotations.NullMarked;
