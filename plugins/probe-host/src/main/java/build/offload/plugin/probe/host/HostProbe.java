package build.offload.plugin.probe.host;

import build.offload.spi.executor.ExecutorException;
import build.offload.spi.probe.CapabilityProbe;
import build.offload.spi.probe.ProbeScript;
import java.util.List;
import java.util.Optional;

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

    private static final String NAME = "host";
    private static final ProbeScript SCRIPT =
            ProbeScript.of(NAME, Optional.ofNullable(HostProbe.class.getResourceAsStream("probe.sh")));

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

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public ProbeReport probe(ProbeRequest request) throws ExecutorException {
        String said = SCRIPT.run(request, List.of(request.workspaceRoot()));
        return new HostFindings(freeBytesFloor, freeInodesFloor).read(said);
    }
}
