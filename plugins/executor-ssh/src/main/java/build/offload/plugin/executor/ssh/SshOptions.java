package build.offload.plugin.executor.ssh;

import build.offload.spi.executor.ExecutorContext;
import build.offload.spi.executor.HostTarget;
import build.offload.spi.model.HostAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The arguments of {@code ssh} up to the command: every setting that matters is given here, and none is read from a file. */
final class SshOptions {

    private static final int SILENT_BEATS = 3;
    private static final String PERSIST_SECONDS = "300";

    private SshOptions() {}

    /**
     * Return the arguments for one host.
     *
     * @param control the shared connection's socket; absent where no short enough path could be had
     */
    static List<String> of(
            HostTarget target, HostAddress address, ExecutorContext context, Path known, Optional<Path> control) {
        List<String> arguments = new ArrayList<>(List.of("-F", "none", "-T", "-a", "-x"));
        option(arguments, "BatchMode", "yes");
        option(arguments, "StrictHostKeyChecking", "yes");
        option(arguments, "UserKnownHostsFile", quoted(known));
        option(arguments, "GlobalKnownHostsFile", "/dev/null");
        option(arguments, "HostKeyAlias", alias(target));
        option(arguments, "CheckHostIP", "no");
        option(arguments, "UpdateHostKeys", "no");
        option(arguments, "VerifyHostKeyDNS", "no");
        option(arguments, "ForwardAgent", "no");
        option(arguments, "ClearAllForwardings", "yes");
        option(arguments, "PasswordAuthentication", "no");
        option(arguments, "KbdInteractiveAuthentication", "no");
        option(arguments, "PermitLocalCommand", "no");
        option(arguments, "RequestTTY", "no");
        option(arguments, "LogLevel", "ERROR");
        option(arguments, "ConnectTimeout", seconds(context.connectLimit()));
        option(arguments, "ServerAliveInterval", seconds(context.silenceLimit().dividedBy(SILENT_BEATS)));
        option(arguments, "ServerAliveCountMax", Integer.toString(SILENT_BEATS));
        target.identityFile().ifPresent(file -> {
            option(arguments, "IdentitiesOnly", "yes");
            option(arguments, "IdentityFile", quoted(Path.of(file)));
        });
        option(arguments, "ControlMaster", control.isPresent() ? "auto" : "no");
        option(arguments, "ControlPath", control.map(SshOptions::quoted).orElse("none"));
        control.ifPresent(_ -> option(arguments, "ControlPersist", PERSIST_SECONDS));
        arguments.addAll(List.of("-p", Integer.toString(address.port()), "-l", address.user()));
        return arguments;
    }

    /** Return the name under which the pinned key stands in the file of known hosts, whatever the address looks like. */
    static String alias(HostTarget target) {
        return "offload-" + target.name();
    }

    private static void option(List<String> arguments, String name, String value) {
        arguments.add("-o");
        arguments.add(name + "=" + value);
    }

    private static String seconds(Duration duration) {
        return Long.toString(Math.max(1, duration.toSeconds()));
    }

    /** Quotes for ssh's own reading of a value: blanks part it, percent signs and leading tildes are expanded. */
    private static String quoted(Path path) {
        String text = path.toString().replace("%", "%%").replace("\\", "\\\\").replace("\"", "\\\"");
        return "\"" + text + "\"";
    }
}
