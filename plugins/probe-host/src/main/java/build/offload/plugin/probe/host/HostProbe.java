package build.offload.plugin.probe.host;

import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.ExecutorException.Kind;
import build.offload.spi.executor.HostShell.ShellRequest;
import build.offload.spi.executor.HostShell.ShellResult;
import build.offload.spi.probe.CapabilityProbe;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Sees whether a host has what every job needs, in one round trip: the programs the executor uses, a workspace root and a
 * temporary folder that can really be written, and room on the file system of the workspace root. Reads load and cores too.
 *
 * <p>Findings, all required but the last: {@code sh}, {@code git}, {@code setsid}, {@code sha256sum}, {@code workspace},
 * {@code temp}, {@code disk}, {@code systemd}.
 */
public final class HostProbe implements CapabilityProbe {

    /** Below this much free space on the file system of the workspace root a host takes no job: 512 MiB. */
    public static final long FREE_BYTES_FLOOR = 512L * 1024 * 1024;

    /** Below this many free inodes there a host takes no job. */
    public static final long FREE_INODES_FLOOR = 10_000;

    private static final String SCRIPT = script();

    private final long freeBytesFloor;
    private final long freeInodesFloor;

    /** Create the probe with the usual floors. */
    public HostProbe() {
        this(FREE_BYTES_FLOOR, FREE_INODES_FLOOR);
    }

    /** Create a probe with floors of its own. */
    public HostProbe(long freeBytesFloor, long freeInodesFloor) {
        this.freeBytesFloor = freeBytesFloor;
        this.freeInodesFloor = freeInodesFloor;
    }

    private static String script() {
        try (InputStream in = HostProbe.class.getResourceAsStream("probe.sh")) {
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
        return "host";
    }

    @Override
    public ProbeReport probe(ProbeRequest request) throws ExecutorException {
        // A quarter of the budget is for the way there and back.
        ShellRequest script = new ShellRequest(
                List.of("sh", "-c", SCRIPT, "sh", request.workspaceRoot()),
                "",
                request.budget().multipliedBy(3).dividedBy(4));
        ShellResult result = request.shell().run(script);
        if (result.exitCode() != 0) {
            throw new ExecutorException(
                    Kind.PROTOCOL,
                    "the host probe on " + request.host() + " ended with " + result.exitCode() + ": "
                            + result.stderr().strip());
        }
        return new HostFindings(freeBytesFloor, freeInodesFloor).read(result.stdout());
    }
}
