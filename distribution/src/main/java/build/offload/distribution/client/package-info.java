/** Talks to the running controller. Kept light, since every command starts with it: no class of the kernel is touched here. */
package build.offload.distribution.client;
