package build.offload.plugin.probe.toolchains;

import build.offload.plugin.probe.toolchains.KnownTools.Known;
import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.ExecutorException.Kind;
import build.offload.spi.executor.HostShell.ShellRequest;
import build.offload.spi.executor.HostShell.ShellResult;
import build.offload.spi.probe.CapabilityProbe;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Sees which toolchains the host user's PATH has, in one round trip: {@code java}, {@code mvn}, {@code git}, {@code make},
 * {@code gcc}, {@code node}, {@code npm} and {@code python} (which is {@code python3} where there is one). None is required
 * of a host; jobs require them. The version is what the tool itself prints.
 *
 * <p>Tools are started only when something about them may have changed: a file behind a name, the search path, the boot; and
 * once in a while all the same. A look at a host whose tools are as they were costs it some milliseconds.
 */
public final class ToolchainProbe implements CapabilityProbe {

    private static final Duration TOOL_LIMIT = Duration.ofSeconds(20);
    private static final String UNCHANGED = "same\n";
    private static final String SCRIPT = script();

    private final KnownTools known = new KnownTools();

    private static String script() {
        try (InputStream in = ToolchainProbe.class.getResourceAsStream("probe.sh")) {
            if (in == null) {
                throw new IllegalStateException("the resource probe.sh is not in the module");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Override
    public String name() {
        return "toolchains";
    }

    @Override
    public ProbeReport probe(ProbeRequest request) throws ExecutorException {
        Duration whole = request.budget().multipliedBy(3).dividedBy(4);
        long seconds = Math.max(1, Math.min(TOOL_LIMIT.toSeconds(), whole.toSeconds() - 2));
        Optional<Known> before = known.of(request.host());
        List<String> argv = List.of(
                "sh",
                "-c",
                SCRIPT,
                "sh",
                Long.toString(seconds),
                before.map(Known::signature).orElse(""));
        ShellResult result = request.shell().run(new ShellRequest(argv, "", whole));
        if (result.exitCode() != 0) {
            throw new ExecutorException(
                    Kind.PROTOCOL,
                    "the toolchain probe on " + request.host() + " ended with " + result.exitCode() + ": "
                            + result.stderr().strip());
        }
        if (before.isPresent() && result.stdout().equals(UNCHANGED)) {
            return new ProbeReport(before.get().findings(), Optional.empty());
        }
        List<Finding> findings = ToolFindings.read(result.stdout(), seconds);
        known.take(request.host(), result.stdout(), findings);
        return new ProbeReport(findings, Optional.empty());
    }
}
