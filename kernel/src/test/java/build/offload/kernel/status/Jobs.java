package build.offload.kernel.status;

import build.offload.kernel.store.JobRow;
import build.offload.spi.frontend.OperatorCall.BuildRequest;
import build.offload.spi.frontend.OperatorCall.Placement;
import build.offload.spi.model.HostName;
import build.offload.spi.model.JobId;
import build.offload.spi.model.MirrorId;
import build.offload.spi.model.OutputPattern;
import build.offload.spi.model.ProcessIdentity;
import build.offload.spi.model.ToolRequirement;
import build.offload.spi.model.TreeId;
import build.offload.spi.model.VersionRange;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Jobs as tests submit them. */
public final class Jobs {

    /** The process that waits for each job that is not detached. */
    public static final ProcessIdentity OWNER =
            new ProcessIdentity(4711, 987654, "b0071d00-0000-4000-8000-000000000001");

    private static final MirrorId MIRROR = new MirrorId("a".repeat(64));

    private Jobs() {}

    /** Return a job that needs nothing special. */
    public static JobRow job(String key, Instant at) {
        return job(key, at, build("make", List.of()), OWNER, false);
    }

    /** Return a job that needs a tool. */
    public static JobRow needing(String key, Instant at, String tool) {
        ToolRequirement requirement = new ToolRequirement(tool, VersionRange.everyVersion());
        return job(key, at, build("make", List.of(requirement)), OWNER, false);
    }

    /** Return a job of a command class. */
    public static JobRow ofClass(String key, Instant at, String commandClass) {
        return job(key, at, build(commandClass, List.of()), OWNER, false);
    }

    /** Return a job. */
    public static JobRow job(String key, Instant at, BuildRequest build, ProcessIdentity owner, boolean detached) {
        JobRow.Submitted submitted = new JobRow.Submitted(
                JobId.of(key, MIRROR),
                key,
                MIRROR,
                "/home/u/projects/shop",
                "",
                build,
                "f".repeat(64),
                new TreeId("1234567890123456789012345678901234567890"),
                List.of(),
                "e".repeat(64),
                owner,
                detached,
                at,
                Cluster.CONTROLLER,
                1);
        return new JobRow(submitted, JobRow.Progress.queued(1));
    }

    /** Return a build of a command class. */
    public static BuildRequest build(String commandClass, List<ToolRequirement> tools) {
        return new BuildRequest(
                commandClass,
                List.of("make", "all"),
                List.of(new OutputPattern("target/*.jar")),
                tools,
                Map.of(),
                Optional.empty(),
                new Placement(false, false, List.<HostName>of()));
    }
}
