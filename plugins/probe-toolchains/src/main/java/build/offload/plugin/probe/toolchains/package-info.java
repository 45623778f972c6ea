/** Finds out which toolchains a host has. */
package build.offload.plugin.probe.toolchains;
