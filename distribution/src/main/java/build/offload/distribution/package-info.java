/** Launcher and command line: finds plugins, builds module layers, starts the kernel. */
package build.offload.distribution;
