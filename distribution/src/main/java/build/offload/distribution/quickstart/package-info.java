/** Shows the whole of it at work on one machine, and leaves nothing behind. */
package build.offload.distribution.quickstart;
