/** Loads the plugins, starts the kernel with them, and keeps one controller per state folder. */
package build.offload.distribution.launcher;
