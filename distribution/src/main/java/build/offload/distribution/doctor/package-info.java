/** Finds out what is missing, here and on the hosts, and says how to get it. */
package build.offload.distribution.doctor;
