/** HTTP/1.1 over a plain socket, so that a request can be as odd as a check needs it and an answer is seen as it came. */
@NullMarked
package build.offload.conformance.wire.http;

import org.jspecify.annotations.NullMarked;
