/** One {@code offload run}: submit, follow, cancel on interrupt, report. */
package build.offload.distribution.run;
