/** Takes secrets out of whatever is stored, logged, shown or sent. */
package build.offload.kernel.redact;
