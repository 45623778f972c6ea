package build.offload.spi.posix;

import build.offload.spi.executor.ExecutorException;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Carries bytes between this machine and a shell on one host. Whoever has one has an executor, by way of
 * {@link PosixBuildHost}. Calls come from many threads at once.
 *
 * @implSpec
 * <ul>
 *   <li><b>X-1.</b> The command's tokens need no quoting for any shell: a transport that hands a string to a log-in shell
 *       joins them with blanks.
 *   <li><b>X-2.</b> Input and output flow side by side: what the host says may decide what is written next.
 *   <li><b>X-3.</b> What the command prints reaches {@link HostCommand.Output} byte for byte and as soon as it comes; what it
 *       prints on standard error, and what the transport itself has to say, goes into {@link Ending#diagnostics()}.
 *   <li><b>X-4.</b> {@link #carry} returns soon after the output says that it is complete, after the command has ended, after
 *       the limit, or when the calling thread is interrupted, whichever is first.
 * </ul>
 */
public interface PosixTransport extends AutoCloseable {

    /**
     * Run one command and let its input and output be written and read meanwhile.
     *
     * @throws ExecutorException of kind {@code CONNECTION_LOST} when the limit passed or the thread was interrupted, of kind
     *     {@code UNREACHABLE} when nothing could be tried at all, and whatever the output throws
     */
    Ending carry(HostCommand command) throws ExecutorException;

    /**
     * Return what kind of failure of the transport itself an ending is; empty when the host's shell was reached and the
     * ending is the command's own.
     *
     * @param answered whether the host had begun to answer
     */
    Optional<ExecutorException.Kind> failure(Ending ending, boolean answered);

    /** Give up connections. */
    @Override
    void close();

    /**
     * How a command ended.
     *
     * @param status the exit status as the transport has it; empty when the output was complete before it was known
     * @param diagnostics what came on standard error, cut at a few kibibytes
     */
    record Ending(OptionalInt status, String diagnostics) {}
}
