/** The commands, one class each. */
package build.offload.distribution.cli;
