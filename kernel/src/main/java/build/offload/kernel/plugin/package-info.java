/** Stands between the kernel and what plugins do: time limits, failures by name, and what is known of each plugin's health. */
package build.offload.kernel.plugin;
