package build.offload.spi.probe;

import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.ExecutorException.Kind;
import build.offload.spi.executor.HostShell.ShellRequest;
import build.offload.spi.executor.HostShell.ShellResult;
import build.offload.spi.probe.CapabilityProbe.ProbeRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A script for {@code sh} that a probe has run on a host. Its arguments are handed over as such and never become part of the
 * script. Immutable; may be run for many hosts at once.
 *
 * @param probe the probe's name, for messages
 */
public record ProbeScript(String probe, String text) {

    /** Return the script of a resource, which only the probe's own module can open; absent is a mistake of its packaging. */
    public static ProbeScript of(String probe, Optional<InputStream> resource) {
        try (InputStream script = resource.orElseThrow(() -> absent(probe))) {
            return new ProbeScript(probe, new String(script.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static IllegalStateException absent(String probe) {
        return new IllegalStateException("the script of the probe " + probe + " is not in its module");
    }

    /** Return how long the script may take of a probe's budget: a quarter is for the way there and back. */
    public static Duration limit(ProbeRequest request) {
        return request.budget().multipliedBy(3).dividedBy(4);
    }

    /**
     * Run the script and return what it printed.
     *
     * @throws ExecutorException when the host cannot be asked, or the script ends with another exit code than 0
     */
    public String run(ProbeRequest request, List<String> arguments) throws ExecutorException {
        List<String> argv = new ArrayList<>(List.of("sh", "-c", text, "sh"));
        argv.addAll(arguments);
        ShellResult result = request.shell().run(new ShellRequest(argv, "", limit(request)));
        if (result.exitCode() != 0) {
            throw new ExecutorException(
                    Kind.PROTOCOL,
                    "the " + probe + " probe on " + request.host() + " ended with " + result.exitCode() + ": "
                            + result.stderr().strip());
        }
        return result.stdout();
    }
}
