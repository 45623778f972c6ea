/** A real OpenSSH server on the loopback interface, for tests of what goes over SSH. */
package build.offload.conformance.sshd;
