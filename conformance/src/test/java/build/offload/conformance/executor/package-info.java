/** What every executor's hosts do alike, run on each of them. */
package build.offload.conformance.executor;
