package build.offload.plugin.http;

import build.offload.spi.frontend.ControllerStatus;
import build.offload.spi.frontend.ControllerStatus.Capability;
import build.offload.spi.frontend.ControllerStatus.CapabilityProbeStatus;
import build.offload.spi.frontend.ControllerStatus.Capacity;
import build.offload.spi.frontend.ControllerStatus.Dispatch;
import build.offload.spi.frontend.ControllerStatus.DispatchState;
import build.offload.spi.frontend.ControllerStatus.HostStatus;
import build.offload.spi.frontend.ControllerStatus.Lease;
import build.offload.spi.frontend.ControllerStatus.Owner;
import build.offload.spi.frontend.ControllerStatus.Publication;
import build.offload.spi.frontend.ControllerStatus.QueueStatus;
import build.offload.spi.frontend.ControllerStatus.QueueTicket;
import build.offload.spi.frontend.ControllerStatus.Reconciler;
import build.offload.spi.frontend.ControllerStatus.RemoteJob;
import build.offload.spi.frontend.ControllerStatus.Spill;
import build.offload.spi.frontend.ControllerStatus.Wedge;
import build.offload.spi.model.HostRole;
import build.offload.spi.model.HostState;
import build.offload.spi.model.PublicationPhase;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/** A status in which every field is there, and the same with every optional one gone. */
final class FullStatus {

    static final String STALE = "/queue/spill/stale";

    /** Where each optional field of the wire stands in {@link #status()}. */
    static final List<String> OPTIONAL = List.of(
            "/lease/expired",
            "/lease/host",
            "/lease/expiresAt",
            "/lease/reason",
            "/reconciler/lastAt",
            "/dispatch/detail",
            "/dispatch/host",
            "/hosts/debian1/primary",
            "/hosts/debian1/enrolling",
            "/hosts/laptop/capability",
            "/hosts/debian1/capability/circuitOpen",
            "/hosts/debian1/capability/missingCommand",
            "/hosts/debian1/capability/probes/0/version",
            "/hosts/debian1/capability/probes/0/detail",
            "/queue/dispatchTarget",
            "/queue/spill",
            "/queue/wedge",
            "/queue/tickets/0/owner/label",
            "/queue/tickets/0/dispatchTarget",
            "/jobs/0/publication",
            "/jobs/1/publication/reason",
            STALE);

    static final String JSON = """
            {"desired":"maintenance","observed":"degraded","revision":4192,
             "lease":{"active":false,"expired":true,"host":"laptop","expiresAt":"2026-08-01T10:00:00.250Z","reason":"overloaded"},
             "capacity":{"builders":1,"idleSlots":2,"overloaded":true},
             "reconciler":{"healthy":false,"lastAt":"2026-08-01T10:00:00.250Z"},
             "dispatch":{"state":"wedged","detail":"stuck","host":"debian1"},
             "hosts":{
              "debian1":{"state":"restoring","role":"builder","primary":true,"enrolling":true,"capability":{
               "probes":[{"command":"java","ok":true,"version":"25","detail":"Temurin","checkedAt":"2026-08-01T10:00:00.250Z"}],
               "circuitOpen":true,"missingCommand":"playwright browsers"}},
              "laptop":{"state":"available","role":"workstation","capability":{"probes":[]}}},
             "queue":{"depth":1,"oldestAgeSeconds":5.5,"p95AgeSeconds":5.5,"sloSeconds":60.0,"dispatchTarget":"debian1",
              "spill":{"active":true,"stale":true},
              "tickets":[{"position":1,"key":"k","repo":"app","owner":{"pid":42,"starttime":123456789012,"label":"make"},
               "enqueueAgeSeconds":5.5,"state":"waiting","dispatchTarget":"debian1"}],
              "wedge":{"host":"debian1","detail":"a free slot and no dispatch"}},
             "jobs":[
              {"id":"abababababababababababababababababababababababababababababababab","repo":"app","snapshot":"cd",
               "stage":"publishing","host":"debian1","rc":3,"pullBytes":5000000000,"pullDurationSeconds":1.5,
               "publication":{"state":"promoted"}},
              {"id":"abababababababababababababababababababababababababababababababab","repo":"app","snapshot":"cd",
               "stage":"publishing","host":"debian1","rc":3,"pullBytes":5000000000,"pullDurationSeconds":1.5,
               "publication":{"state":"blocked","reason":"changed"}}]}""";

    private FullStatus() {}

    static ControllerStatus status() {
        return new ControllerStatus(
                HostState.MAINTENANCE,
                HostState.DEGRADED,
                4192,
                new Lease(
                        false,
                        Optional.of(true),
                        Optional.of("laptop"),
                        Optional.of(Samples.NOW),
                        Optional.of("overloaded")),
                new Capacity(1, 2, true),
                new Reconciler(false, Optional.of(Samples.NOW)),
                new Dispatch(DispatchState.WEDGED, Optional.of("stuck"), Optional.of("debian1")),
                new TreeMap<>(Map.of("debian1", builder(), "laptop", laptop(Optional.of(noProbes())))),
                queue(Optional.of(new Spill(true, Optional.of(true)))),
                List.of(
                        job(Optional.of(new Publication(PublicationPhase.PROMOTED, Optional.empty()))),
                        job(Optional.of(new Publication(PublicationPhase.BLOCKED, Optional.of("changed"))))));
    }

    static ControllerStatus withoutOptionalFields() {
        return bare(Optional.empty());
    }

    static ControllerStatus spillingFreshly() {
        return bare(Optional.of(new Spill(true, Optional.empty())));
    }

    private static ControllerStatus bare(Optional<Spill> spill) {
        Capability bare = new Capability(List.of(probe("java", Optional.empty())), Optional.empty(), Optional.empty());
        HostStatus plain = new HostStatus(
                HostState.AVAILABLE, HostRole.BUILDER, Optional.empty(), Optional.empty(), Optional.of(bare));
        return new ControllerStatus(
                HostState.AVAILABLE,
                HostState.AVAILABLE,
                7,
                new Lease(true, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()),
                new Capacity(1, 0, false),
                new Reconciler(true, Optional.empty()),
                new Dispatch(DispatchState.HEALTHY, Optional.empty(), Optional.empty()),
                new TreeMap<>(Map.of("debian1", plain, "laptop", laptop(Optional.empty()))),
                new QueueStatus(
                        1, 0, 0, 60, Optional.empty(), spill, List.of(ticket(Optional.empty())), Optional.empty()),
                List.of(
                        unknownJob(Optional.empty()),
                        unknownJob(Optional.of(new Publication(PublicationPhase.NONE, Optional.empty())))));
    }

    private static HostStatus builder() {
        Capability capability = new Capability(
                List.of(probe("java", Optional.of("25"))), Optional.of(true), Optional.of("playwright browsers"));
        return new HostStatus(
                HostState.RESTORING, HostRole.BUILDER, Optional.of(true), Optional.of(true), Optional.of(capability));
    }

    private static HostStatus laptop(Optional<Capability> capability) {
        return new HostStatus(
                HostState.AVAILABLE, HostRole.WORKSTATION, Optional.empty(), Optional.empty(), capability);
    }

    private static Capability noProbes() {
        return new Capability(List.of(), Optional.empty(), Optional.empty());
    }

    private static CapabilityProbeStatus probe(String command, Optional<String> version) {
        Instant checked = Samples.NOW;
        return new CapabilityProbeStatus(command, true, version, version.map(any -> "Temurin"), checked);
    }

    private static QueueStatus queue(Optional<Spill> spill) {
        return new QueueStatus(
                1,
                5.5,
                5.5,
                60,
                Optional.of("debian1"),
                spill,
                List.of(ticket(Optional.of("debian1"))),
                Optional.of(new Wedge("debian1", "a free slot and no dispatch")));
    }

    private static QueueTicket ticket(Optional<String> target) {
        Owner owner = new Owner(42, 123_456_789_012L, target.map(any -> "make"));
        return new QueueTicket(1, "k", "app", owner, 5.5, "waiting", target);
    }

    private static RemoteJob job(Optional<Publication> publication) {
        return new RemoteJob(
                Samples.JOB.value(),
                "app",
                "cd",
                "publishing",
                "debian1",
                OptionalInt.of(3),
                OptionalLong.of(5_000_000_000L),
                OptionalDouble.of(1.5),
                publication);
    }

    private static RemoteJob unknownJob(Optional<Publication> publication) {
        return new RemoteJob(
                Samples.JOB.value(),
                "app",
                "cd",
                "running",
                "debian1",
                OptionalInt.empty(),
                OptionalLong.empty(),
                OptionalDouble.empty(),
                publication);
    }
}
