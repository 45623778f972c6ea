/** What the start-up caches learn from: the start of a controller, and the commands that ask one. */
package build.offload.distribution.rehearsal;
