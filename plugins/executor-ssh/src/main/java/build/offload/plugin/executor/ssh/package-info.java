/** Runs an attempt on a build host over SSH. */
package build.offload.plugin.executor.ssh;
