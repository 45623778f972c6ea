package build.offload.plugin.executor.ssh;

import build.offload.spi.executor.ExecutorException.Kind;
import build.offload.spi.posix.PosixTransport.Ending;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What kind of failure of {@code ssh} an ending is. The client has one status for all of them, 255, which a program on the
 * host may have too: but a runner that could be reached has answered, whatever its status.
 */
final class SshFailure {

    private static final int CLIENT_FAILED = 255;
    private static final Pattern KEY = Pattern.compile(
            "Host key verification failed|REMOTE HOST IDENTIFICATION HAS CHANGED|No \\S+ host key is known");
    private static final Pattern LOGIN =
            Pattern.compile("Permission denied \\(|Too many authentication failures|UNPROTECTED PRIVATE KEY FILE");
    private static final Pattern CONNECT = Pattern.compile("ssh: connect to host|Could not resolve hostname"
            + "|kex_exchange_identification|[Bb]anner exchange|no matching (host key|key exchange|cipher|MAC)"
            + "|Bad configuration option|Unable to negotiate");

    private SshFailure() {}

    /** Only what is known to have failed before anything was asked of the host says that nothing was done there. */
    static Optional<Kind> kind(Ending ending, boolean answered) {
        if (answered) {
            return Optional.of(Kind.CONNECTION_LOST);
        }
        if (ending.status().orElse(CLIENT_FAILED) != CLIENT_FAILED) {
            return Optional.empty();
        }
        String told = ending.diagnostics();
        if (KEY.matcher(told).find()) {
            return Optional.of(Kind.HOST_KEY_MISMATCH);
        }
        if (LOGIN.matcher(told).find()) {
            return Optional.of(Kind.LOGIN_REFUSED);
        }
        return Optional.of(CONNECT.matcher(told).find() ? Kind.UNREACHABLE : Kind.CONNECTION_LOST);
    }
}
