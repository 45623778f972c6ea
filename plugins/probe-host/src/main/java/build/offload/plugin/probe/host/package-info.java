/** Reads load, cores and free space of a host. */
package build.offload.plugin.probe.host;
