/** Hosts: enrolment, their life, what operators decided about them, what they can do, and which commands are kept off them. */
package build.offload.kernel.fleet;
