/** Kills a controller at a named point of its work, without its knowing: an agent that is loaded into it, and the way it is told. */
package build.offload.conformance.crash;
