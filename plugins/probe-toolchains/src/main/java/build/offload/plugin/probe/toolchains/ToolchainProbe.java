package build.offload.plugin.probe.toolchains;

import build.offload.plugin.probe.toolchains.KnownTools.Known;
import build.offload.spi.executor.ExecutorException;
import build.offload.spi.probe.CapabilityProbe;
import build.offload.spi.probe.ProbeScript;
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
    private static final String NAME = "toolchains";
    private static final ProbeScript SCRIPT =
            ProbeScript.of(NAME, Optional.ofNullable(ToolchainProbe.class.getResourceAsStream("probe.sh")));

    private final KnownTools known = new KnownTools();

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public ProbeReport probe(ProbeRequest request) throws ExecutorException {
        long whole = ProbeScript.limit(request).toSeconds();
        long seconds = Math.max(1, Math.min(TOOL_LIMIT.toSeconds(), whole - 2));
        Optional<Known> before = known.of(request.host());
        String said = SCRIPT.run(
                request,
                List.of(Long.toString(seconds), before.map(Known::signature).orElse("")));
        if (before.isPresent() && said.equals(UNCHANGED)) {
            return new ProbeReport(before.get().findings(), Optional.empty());
        }
        List<Finding> findings = ToolFindings.read(said, seconds);
        known.take(request.host(), said, findings);
        return new ProbeReport(findings, Optional.empty());
    }
}
