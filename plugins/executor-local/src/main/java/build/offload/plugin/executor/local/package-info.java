/** Runs an attempt on the controller's own machine. */
package build.offload.plugin.executor.local;
