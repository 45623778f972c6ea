/** The metric series that the controller itself owns, from the same reading as the status. */
package build.offload.kernel.metric;
