/** Events as steps make them, and their projection to a file of lines. The event table itself is the store's. */
package build.offload.kernel.event;
