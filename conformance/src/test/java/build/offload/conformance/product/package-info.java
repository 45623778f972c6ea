/** The whole packaged product as its users meet it: processes, files, signals and a real SSH host. */
package build.offload.conformance.product;
