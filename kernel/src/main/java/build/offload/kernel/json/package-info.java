/** JSON as the store, the answers and the event log write it: one text for one value. */
package build.offload.kernel.json;
