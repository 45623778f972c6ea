/**
 * A ready-made {@link build.offload.spi.executor.BuildHost} for any POSIX host: whoever can carry bytes to a shell there
 * has an executor. The host needs a POSIX shell, git, {@code setsid} and {@code sha256sum}, and nothing of ours.
 */
package build.offload.spi.posix;
