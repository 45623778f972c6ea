/** What is intended for CI runners on the fleet's hosts. */
package build.offload.kernel.ci;
