package build.offload.kernel.transition;

import build.offload.kernel.store.ConflictRow;
import build.offload.kernel.store.GateRow;
import build.offload.spi.executor.BuildHost.OutputFile;
import build.offload.spi.executor.HostIdentity;
import build.offload.spi.executor.HostTarget;
import build.offload.spi.frontend.OperatorCall.HostOptions;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.HostName;
import build.offload.spi.model.HostState;
import build.offload.spi.model.InfraFailure;
import build.offload.spi.model.JobId;
import build.offload.spi.probe.CapabilityProbe.Finding;
import build.offload.spi.probe.CapabilityProbe.HostLoad;
import build.offload.spi.publish.PublicationStrategy.Placed;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * Every change there is. A transition names its cause and carries typed arguments; what it requires and what it does is in
 * the package that owns the rows, and {@code kernel.controller.Rules} says, exhaustively, where.
 */
public sealed interface Transition {

    /** Return the name used in audit and events; for a verb, the verb. */
    String kind();

    /** Return the arguments as the audit keeps them: identities and choices, no file content and no environment. */
    Map<String, Object> auditArgs();

    /** The eight verbs of the wire contract. */
    sealed interface Verb extends Transition {}

    /** What operators and clients ask for beside the verbs. */
    sealed interface Operation extends Transition
            permits CancelJob,
                    DecideOutputs,
                    DiscardWorkspace,
                    EditHost,
                    EnrolHost,
                    ForgetOld,
                    RemoveHost,
                    SetDesiredMode,
                    SubmitJob {}

    /** What the controller's own loops saw or decided. */
    sealed interface Observation extends Transition
            permits AttemptStep,
                    CircuitProbed,
                    ConfigurationRead,
                    ControllerGone,
                    DispatchFreed,
                    DispatchWedged,
                    HostIdle,
                    HostObserved,
                    HostSilent,
                    LeaseExpired,
                    PlaceTickets,
                    RowReadable,
                    RowUnreadable,
                    SpillJob,
                    WorkspaceDiscarded,
                    WorkstationSeen {}

    /** What a step of an attempt brought; refused when the attempt is no longer the job's present one. */
    sealed interface AttemptStep extends Observation {
        /** Return the attempt; its number fences off late news of an earlier one. */
        AttemptId attempt();

        @Override
        default Map<String, Object> auditArgs() {
            return Map.of("attempt", attempt().toString());
        }
    }

    /** Stop admitting work to a host. */
    record BoxDrain(HostName host, OptionalLong expectedControlVersion) implements Verb {
        @Override
        public String kind() {
            return "box-drain";
        }

        @Override
        public Map<String, Object> auditArgs() {
            return hostArgs(host, expectedControlVersion);
        }
    }

    /** Take a host back into service, through its gates. */
    record BoxRestore(HostName host, OptionalLong expectedControlVersion) implements Verb {
        @Override
        public String kind() {
            return "box-restore";
        }

        @Override
        public Map<String, Object> auditArgs() {
            return hostArgs(host, expectedControlVersion);
        }
    }

    /** Keep one command class off a host. */
    record HostQuarantine(HostName host, String command) implements Verb {
        @Override
        public String kind() {
            return "host-quarantine";
        }

        @Override
        public Map<String, Object> auditArgs() {
            return Map.of("host", host.value(), "command", command);
        }
    }

    /** Probe a quarantined command class again. */
    record HostUnquarantine(HostName host, String command) implements Verb {
        @Override
        public String kind() {
            return "host-unquarantine";
        }

        @Override
        public Map<String, Object> auditArgs() {
            return Map.of("host", host.value(), "command", command);
        }
    }

    /** Run the dispatch pass now. */
    record AdmissionReconcile(Optional<String> reason) implements Verb {
        @Override
        public String kind() {
            return "admission-reconcile";
        }

        @Override
        public Map<String, Object> auditArgs() {
            return reason.<Map<String, Object>>map(r -> Map.of("reason", r)).orElse(Map.of());
        }
    }

    /** Give a job that was lost to infrastructure another attempt. */
    record JobRetry(JobId job) implements Verb {
        @Override
        public String kind() {
            return "job-retry";
        }

        @Override
        public Map<String, Object> auditArgs() {
            return Map.of("jobId", job.value());
        }
    }

    /** Drive CI runners to their intent. */
    record CiReconcile(Optional<HostName> host) implements Verb {
        @Override
        public String kind() {
            return "ci-reconcile";
        }

        @Override
        public Map<String, Object> auditArgs() {
            return host.<Map<String, Object>>map(h -> Map.of("host", h.value())).orElse(Map.of());
        }
    }

    /** Drain what the laptop took over. */
    record RecallSpill(Optional<HostName> host) implements Verb {
        @Override
        public String kind() {
            return "recall-spill";
        }

        @Override
        public Map<String, Object> auditArgs() {
            return host.<Map<String, Object>>map(h -> Map.of("host", h.value())).orElse(Map.of());
        }
    }

    /** Take a host into the fleet; its identity was read before, its key is pinned in the target. */
    record EnrolHost(HostTarget target, String executor, HostOptions options, HostIdentity identity)
            implements Operation {
        @Override
        public String kind() {
            return "host-enrol";
        }

        @Override
        public Map<String, Object> auditArgs() {
            return Map.of(
                    "host", target.name().value(),
                    "executor", executor,
                    "address", target.address().map(Object::toString).orElse(""),
                    "slots", options.slots());
        }
    }

    /** Let a host go. */
    record RemoveHost(HostName host) implements Operation {
        @Override
        public String kind() {
            return "host-remove";
        }

        @Override
        public Map<String, Object> auditArgs() {
            return Map.of("host", host.value());
        }
    }

    /** Declare the cluster's desired mode. */
    record SetDesiredMode(HostState mode) implements Operation {
        @Override
        public String kind() {
            return "desired-mode";
        }

        @Override
        public Map<String, Object> auditArgs() {
            return Map.of("mode", mode);
        }
    }

    /** Put a captured build into the ledger and the queue. */
    record SubmitJob(Submission submission) implements Operation {
        @Override
        public String kind() {
            return "job-submit";
        }

        @Override
        public Map<String, Object> auditArgs() {
            return Map.of(
                    "job", submission.id().value(),
                    "checkout", submission.checkout(),
                    "command", submission.build().commandClass());
        }
    }

    /** Cancel a job; {@code code} says who or what wanted it. */
    record CancelJob(JobId job, String code) implements Operation {
        /** A person or a program asked. */
        public static final String REQUESTED = "cancel-requested";

        /** The process that waited for the job is gone. */
        public static final String OWNER_GONE = "owner-gone";

        /** The command ran longer than it may. */
        public static final String TIME_LIMIT = "time-limit";

        /** No host took it for as long as it may wait; one that was placed meanwhile goes on. */
        public static final String QUEUE_LIMIT = "queue-timeout";

        @Override
        public String kind() {
            return "job-cancel";
        }

        @Override
        public Map<String, Object> auditArgs() {
            return Map.of("job", job.value(), "code", code);
        }
    }

    /**
     * A host answered.
     *
     * @param target how it was reached; an answer that came another way than the host is reached by now decides nothing
     * @param controlVersion the version of the control record that was current when the look began; an answer from before
     *     a later drain decides nothing
     * @param gates what was seen at each gate
     */
    record HostObserved(
            HostTarget target,
            long controlVersion,
            HostIdentity identity,
            List<Finding> findings,
            Optional<HostLoad> load,
            List<GateRow> gates)
            implements Observation {
        /** Return why a gate is red; empty when all are green. */
        public Optional<String> redGate() {
            return Optional.of(gates.stream()
                            .filter(gate -> !gate.green())
                            .map(gate -> gate.gate().word() + ": " + gate.evidence())
                            .collect(Collectors.joining("; ")))
                    .filter(red -> !red.isEmpty());
        }

        /** Return the host. */
        public HostName host() {
            return target.name();
        }

        @Override
        public String kind() {
            return "host-observed";
        }

        @Override
        public Map<String, Object> auditArgs() {
            return Map.of("host", host().value());
        }
    }

    /** A host did not answer. */
    record HostSilent(HostName host, String reason) implements Observation {
        @Override
        public String kind() {
            return "host-silent";
        }

        @Override
        public Map<String, Object> auditArgs() {
            return Map.of("host", host.value(), "reason", reason);
        }
    }

    /** Nothing runs any more on a draining host. */
    record HostIdle(HostName host) implements Observation {
        @Override
        public String kind() {
            return "host-idle";
        }

        @Override
        public Map<String, Object> auditArgs() {
            return Map.of("host", host.value());
        }
    }

    /** The half-open probe of a quarantined command class gave its answer. */
    record CircuitProbed(HostName host, String command, boolean present, String evidence) implements Observation {
        @Override
        public String kind() {
            return "circuit-probed";
        }

        @Override
        public Map<String, Object> auditArgs() {
            return Map.of("host", host.value(), "command", command, "present", present);
        }
    }

    /** What a dispatch pass found to be done; of what is not so any more when it commits, nothing is done. */
    record PlaceTickets(List<Placement> placements, List<Satisfiability> changes) implements Observation {

        /** A waiting job and the host it goes to. */
        public record Placement(JobId job, HostName host) {}

        /** Whether any enrolled host could ever take a job: what they lack, or nothing when one could. */
        public record Satisfiability(JobId job, Optional<Missing> missing) {}

        /** What no enrolled host has: a code and a sentence. */
        public record Missing(String code, String message) {}

        public PlaceTickets {
            placements = List.copyOf(placements);
            changes = List.copyOf(changes);
        }

        /** Return whether there is nothing to be done. */
        public boolean empty() {
            return placements.isEmpty() && changes.isEmpty();
        }

        @Override
        public String kind() {
            return "dispatch";
        }

        @Override
        public Map<String, Object> auditArgs() {
            return Map.of(
                    "placements",
                    placements.stream()
                            .map(placed -> Map.of(
                                    "jobId", placed.job().value(),
                                    "host", placed.host().value()))
                            .toList(),
                    "satisfiability",
                    changes.stream()
                            .map(change -> Map.of(
                                    "jobId", change.job().value(),
                                    "satisfiable", change.missing().isEmpty()))
                            .toList());
        }
    }

    /** The workspace is laid out; from here on the command may be running. */
    record AttemptPrepared(AttemptId attempt, long sentBytes) implements AttemptStep {
        @Override
        public String kind() {
            return "attempt-prepared";
        }
    }

    /** The command runs, recognisable by its handle. */
    record AttemptStarted(AttemptId attempt, String handle) implements AttemptStep {
        @Override
        public String kind() {
            return "attempt-started";
        }
    }

    /** The command ended by itself. */
    record AttemptExited(AttemptId attempt, int code) implements AttemptStep {
        @Override
        public String kind() {
            return "attempt-exited";
        }
    }

    /** The declared outputs are in staging, verified. */
    record AttemptCollected(AttemptId attempt, List<OutputFile> files, long pullMillis) implements AttemptStep {
        @Override
        public String kind() {
            return "attempt-collected";
        }
    }

    /** The outputs are in the checkout. */
    record AttemptPromoted(AttemptId attempt, List<Placed> files) implements AttemptStep {
        @Override
        public String kind() {
            return "attempt-promoted";
        }
    }

    /** The outputs must not go into the checkout; staging keeps them. */
    record PublicationBlocked(AttemptId attempt, String code, String message, List<ConflictRow> conflicts)
            implements AttemptStep {
        @Override
        public String kind() {
            return "artifact-publication-blocked";
        }
    }

    /** Infrastructure failed the attempt; {@code mayHaveRun} decides whether it is placed again by itself. */
    record AttemptFailed(AttemptId attempt, InfraFailure failure, String message, boolean mayHaveRun)
            implements AttemptStep {
        @Override
        public String kind() {
            return "attempt-failed";
        }
    }

    /** An attempt that provably never started, and must not: what it needs cannot be had. {@code code} says what. */
    record StartRefused(AttemptId attempt, String code, String message) implements AttemptStep {
        @Override
        public String kind() {
            return "attempt-start-refused";
        }
    }

    /** The attempt's processes were looked for after the cancel, and are gone. */
    record AttemptCancelled(AttemptId attempt) implements AttemptStep {
        @Override
        public String kind() {
            return "attempt-cancelled";
        }
    }

    /**
     * The host keeps nothing of the attempt any more, but for its workspace where that is kept.
     *
     * @param keptBytes what the kept workspace takes of the host's disk
     */
    record AttemptSwept(AttemptId attempt, OptionalLong keptBytes) implements AttemptStep {
        /** Create one of an attempt of which nothing is kept. */
        public AttemptSwept(AttemptId attempt) {
            this(attempt, OptionalLong.empty());
        }

        @Override
        public String kind() {
            return "attempt-swept";
        }
    }

    private static Map<String, Object> hostArgs(HostName host, OptionalLong version) {
        return version.isPresent()
                ? Map.of("host", host.value(), "expectedControlVersion", version.getAsLong())
                : Map.of("host", host.value());
    }
}
