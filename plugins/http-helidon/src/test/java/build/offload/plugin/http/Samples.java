package build.offload.plugin.http;

import build.offload.spi.executor.HostKey;
import build.offload.spi.frontend.ArtifactsView;
import build.offload.spi.frontend.ArtifactsView.Artifact;
import build.offload.spi.frontend.ControllerStatus;
import build.offload.spi.frontend.ControllerStatus.Capacity;
import build.offload.spi.frontend.ControllerStatus.Dispatch;
import build.offload.spi.frontend.ControllerStatus.DispatchState;
import build.offload.spi.frontend.ControllerStatus.Lease;
import build.offload.spi.frontend.ControllerStatus.QueueStatus;
import build.offload.spi.frontend.ControllerStatus.Reconciler;
import build.offload.spi.frontend.HostView;
import build.offload.spi.frontend.JobView;
import build.offload.spi.frontend.SnapshotView;
import build.offload.spi.frontend.WorkspaceView;
import build.offload.spi.model.HostMode;
import build.offload.spi.model.HostName;
import build.offload.spi.model.HostRole;
import build.offload.spi.model.HostState;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import build.offload.spi.model.MirrorId;
import build.offload.spi.model.PublicationPhase;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Values for tests that do not care which. */
final class Samples {

    static final Instant NOW = Instant.parse("2026-08-01T10:00:00.250Z");
    static final JobId JOB = new JobId("ab".repeat(32));

    private Samples() {}

    /** An empty cluster: every optional field is absent. */
    static ControllerStatus status() {
        return new ControllerStatus(
                HostState.AVAILABLE,
                HostState.AVAILABLE,
                7,
                new Lease(false, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()),
                new Capacity(0, 0, false),
                new Reconciler(true, Optional.empty()),
                new Dispatch(DispatchState.PAUSED, Optional.empty(), Optional.empty()),
                Collections.unmodifiableSortedMap(new TreeMap<>()),
                new QueueStatus(0, 0, 0, 60, Optional.empty(), Optional.empty(), List.of(), Optional.empty()),
                List.of());
    }

    static HostKey hostKey() {
        return new HostKey("ssh-ed25519", "AAAAC3NzaC1lZDI1NTE5AAAA" + "I000".repeat(11));
    }

    static WorkspaceView workspace() {
        return new WorkspaceView(
                new HostName("debian1"),
                new MirrorId("cd".repeat(32)),
                "app",
                "/home/me/app",
                WorkspaceView.State.HELD,
                Optional.of(JOB),
                4096,
                NOW);
    }

    static HostView host() {
        return new HostView(
                new HostName("debian1"),
                HostRole.BUILDER,
                HostState.AVAILABLE,
                HostMode.ACTIVE,
                1,
                Optional.empty(),
                false,
                false,
                "ssh",
                Optional.of("me@debian1:22"),
                Optional.empty(),
                2,
                1,
                OptionalDouble.empty(),
                OptionalInt.of(8),
                Optional.of(NOW),
                List.of(),
                List.of(),
                List.of(),
                Map.of("rack", "b"),
                List.of(new HostView.Drift("node", Optional.of("20.11.1"), Optional.empty(), NOW)),
                List.of(new HostView.Gate("runner", "green", "none declared")),
                Optional.of(new HostView.Decision("operator", NOW)));
    }

    /** One output that something stands in the way of, and something that is no output. */
    static ArtifactsView artifacts() {
        return new ArtifactsView(
                JOB,
                JobStage.BLOCKED,
                PublicationPhase.BLOCKED,
                Optional.of("/state/staging/1/files"),
                Optional.of(new JobView.Why("output-changed", "It changed.")),
                true,
                1,
                5,
                List.of(new Artifact("out/app", true, 5, "cd".repeat(32), Optional.of("was changed"))),
                List.of(new JobView.Conflict("src/main.c", "changed")));
    }

    /** One file that travels, and one path that does not. */
    static SnapshotView snapshot() {
        return new SnapshotView(
                "/home/me/app",
                "ab".repeat(20),
                1,
                5,
                List.of(new SnapshotView.Entry("make.sh", SnapshotView.Kind.EXECUTABLE, 5)),
                List.of("empty"),
                List.of(new SnapshotView.LeftOut("pipe", "is a FIFO")),
                Optional.of(new SnapshotView.Explanation("build", false, "is ignored")));
    }

    static JobView job(JobStage stage) {
        return job(JOB, stage);
    }

    static JobView job(JobId id, JobStage stage) {
        return new JobView(
                id,
                "app",
                "/home/me/app",
                "make",
                stage,
                1,
                Optional.of(new HostName("debian1")),
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                false,
                PublicationPhase.NONE,
                Optional.empty(),
                List.of(),
                List.of(),
                new JobView.Times(
                        NOW, Optional.of(NOW), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()),
                new JobView.Transfer(OptionalLong.of(12), OptionalLong.empty(), OptionalLong.empty()));
    }
}
