package build.offload.spi.executor;

import build.offload.spi.model.HostAddress;
import build.offload.spi.model.HostName;
import build.offload.spi.model.InvalidValueException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * All an executor needs to reach one enrolled host.
 *
 * @param address where it answers; absent for an executor that needs none
 * @param key the pinned host key; absent for an executor whose transport has none
 * @param identityFile the private key to log in with, an absolute path on the controller's machine; absent for the
 *     user's default
 * @param workspaceRoot the absolute folder on the host below which everything of ours lives; absent before the host's
 *     first answer, when the executor chooses one below the host user's home
 */
public record HostTarget(
        HostName name,
        Optional<HostAddress> address,
        Optional<HostKey> key,
        Optional<String> identityFile,
        Optional<String> workspaceRoot) {

    private static final Pattern ROOT = Pattern.compile("(/[A-Za-z0-9_@%+=:,.-]+)+");

    public HostTarget {
        workspaceRoot.ifPresent(HostTarget::checkRoot);
        if (identityFile.isPresent() && !identityFile.get().startsWith("/")) {
            throw new InvalidValueException(
                    "identity file", "must be an absolute path, but is '" + identityFile.get() + "'");
        }
    }

    /** Return whether a path has the form that a workspace root must have. */
    public static boolean fitsAsRoot(String root) {
        return ROOT.matcher(root).matches() && !root.contains("/../") && !root.endsWith("/..");
    }

    private static void checkRoot(String root) {
        if (!fitsAsRoot(root)) {
            throw new InvalidValueException(
                    "workspace root",
                    "must be an absolute path of letters, digits and _@%+=:,.- but is '" + root + "'");
        }
    }
}
