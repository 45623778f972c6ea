package build.offload.plugin.executor.ssh;

import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.ExecutorException.Kind;
import build.offload.spi.executor.HostKey;
import build.offload.spi.model.HostAddress;
import build.offload.spi.model.InvalidValueException;
import build.offload.spi.posix.HostCommand;
import build.offload.spi.posix.PosixTransport.Ending;
import build.offload.spi.posix.ProcessCarrier;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Asks a host for its keys without logging in, by way of {@code ssh-keyscan}. */
final class KeyScan {

    private static final int ANSWER_LIMIT = 256 * 1024;
    private static final Duration SLACK = Duration.ofSeconds(5);

    private final List<HostKey> keys = new ArrayList<>();

    private KeyScan() {}

    static List<HostKey> of(HostAddress address, Duration limit) throws ExecutorException {
        long seconds = Math.max(1, limit.toSeconds());
        List<String> arguments = List.of(
                "-T", Long.toString(seconds), "-p", Integer.toString(address.port()), "--", Destination.host(address));
        KeyScan scan = new KeyScan();
        HostCommand reading = new HostCommand(List.of("ssh-keyscan"), _ -> {}, scan::read, limit.plus(SLACK));
        Ending ending = ProcessCarrier.carry(Programs.launch("ssh-keyscan", arguments), reading);
        if (scan.keys.isEmpty()) {
            throw new ExecutorException(
                    Kind.UNREACHABLE,
                    "no SSH server answered at " + address + " within " + seconds + " s: "
                            + ending.diagnostics().strip());
        }
        return List.copyOf(scan.keys);
    }

    private boolean read(InputStream in) throws IOException {
        new String(in.readNBytes(ANSWER_LIMIT), StandardCharsets.UTF_8)
                .lines()
                .map(KeyScan::key)
                .flatMap(Optional::stream)
                .forEach(keys::add);
        return false;
    }

    /** Returns nothing for comments and for what is no key. */
    private static Optional<HostKey> key(String line) {
        String[] words = line.strip().split(" +");
        if (line.startsWith("#") || words.length < 3) {
            return Optional.empty();
        }
        try {
            return Optional.of(new HostKey(words[1], words[2]));
        } catch (InvalidValueException odd) {
            return Optional.empty();
        }
    }
}
