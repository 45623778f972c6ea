package build.offload.spi.frontend;

import build.offload.spi.executor.HostTarget;
import build.offload.spi.model.HostAddress;
import build.offload.spi.model.HostLabels;
import build.offload.spi.model.HostName;
import build.offload.spi.model.HostState;
import build.offload.spi.model.InvalidValueException;
import build.offload.spi.model.JobId;
import build.offload.spi.model.KeepPattern;
import build.offload.spi.model.MirrorId;
import build.offload.spi.model.OutputPattern;
import build.offload.spi.model.SecretName;
import build.offload.spi.model.ToolRequirement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A change an operator or a client asks for beside the eight verbs. Each carries an idempotency key; those that move the
 * revision carry the revision the caller saw.
 */
public sealed interface OperatorCall {

    /** Return the key under which a repetition gets the first answer. */
    String idempotencyKey();

    /** Return the revision the caller's decision rests on, where the call moves the revision or the caller sent one. */
    OptionalLong expectedRevision();

    /**
     * Take a host into the fleet. The host is asked for its identity first; one that is this very machine is refused
     * unless {@code allowThisMachine}.
     *
     * @param executor the name of the executor plugin that reaches it
     * @param fingerprint the key to pin, as the operator confirmed it; absent where the executor has no keys
     */
    record EnrolHost(
            String idempotencyKey,
            OptionalLong expectedRevision,
            HostTarget target,
            String executor,
            Optional<String> fingerprint,
            HostOptions options)
            implements OperatorCall {}

    /** How an enrolled host is used. */
    record HostOptions(int slots, boolean primary, boolean allowThisMachine, HostLabels labels) {
        public HostOptions {
            checkSlots(slots);
        }

        /** Create options of a host without labels. */
        public HostOptions(int slots, boolean primary, boolean allowThisMachine) {
            this(slots, primary, allowThisMachine, HostLabels.NONE);
        }

        private static void checkSlots(int slots) {
            if (slots < 1 || slots > 1024) {
                throw new InvalidValueException("slots", "must be between 1 and 1024, but is " + slots);
            }
        }
    }

    /**
     * Change how an enrolled host is used or reached. Where it is reached otherwise, the same machine must answer there under
     * the pinned key, or under the one that is confirmed now; it takes jobs again once it was looked at.
     */
    record EditHost(String idempotencyKey, OptionalLong expectedRevision, HostName host, HostEdit edit)
            implements OperatorCall {}

    /**
     * What is to be other about an enrolled host; what is absent stays as it is.
     *
     * @param labels set, beside those there are
     * @param withoutLabels taken away; a name that is none is no mistake
     * @param fingerprint the key to pin from now on, as the operator confirmed it
     * @param acceptDrift what its tools are now is what they should be
     */
    record HostEdit(
            OptionalInt slots,
            Optional<Boolean> primary,
            Map<String, String> labels,
            List<String> withoutLabels,
            Optional<HostAddress> address,
            Optional<String> identityFile,
            Optional<String> fingerprint,
            boolean acceptDrift) {
        public HostEdit {
            slots.ifPresent(HostOptions::checkSlots);
            labels = HostLabels.of(labels).values();
            withoutLabels = List.copyOf(withoutLabels);
        }

        /** Return whether it is to be reached in another way. */
        public boolean reachesOtherwise() {
            return address.isPresent() || identityFile.isPresent() || fingerprint.isPresent();
        }
    }

    /**
     * Let a host go; refused with the list while it holds work.
     *
     * @param purge whether everything of ours is removed from it first; the host must then be draining and have nothing left
     */
    record RemoveHost(String idempotencyKey, OptionalLong expectedRevision, HostName host, boolean purge)
            implements OperatorCall {}

    /** Declare the cluster's desired mode. */
    record SetDesiredMode(String idempotencyKey, OptionalLong expectedRevision, HostState mode)
            implements OperatorCall {}

    /**
     * Submit a build of a checkout on this machine.
     *
     * @param idempotencyKey also the job's key: together with the checkout it is the job's identity
     * @param checkout an absolute path on this machine
     * @param folder the sub-folder of the checkout the command is given in, relative, empty for its top
     * @param ownerPid the process that waits for the job; absent for a detached one, which the controller owns
     */
    record SubmitJob(
            String idempotencyKey,
            OptionalLong expectedRevision,
            String checkout,
            String folder,
            BuildRequest build,
            OptionalLong ownerPid)
            implements OperatorCall {}

    /**
     * What to build.
     *
     * @param commandClass the command's name in the project file, else the base name of its program
     * @param environment name and value of each variable the submitter lets through
     * @param timeLimit how long the command may run; absent for the configured limit
     * @param publication the name of the strategy that puts its outputs into the checkout
     * @param secrets the names of what the command is given to read; values are looked up when it starts
     */
    record BuildRequest(
            String commandClass,
            List<String> argv,
            List<OutputPattern> outputs,
            List<ToolRequirement> requirements,
            Map<String, String> environment,
            Optional<Duration> timeLimit,
            Placement placement,
            String publication,
            List<SecretName> secrets,
            List<KeepPattern> keep) {

        /** The strategy of a build that names none. */
        public static final String FILE_BY_FILE = "publish-files";

        /** Create a request of a build whose outputs are published file by file. */
        public BuildRequest(
                String commandClass,
                List<String> argv,
                List<OutputPattern> outputs,
                List<ToolRequirement> requirements,
                Map<String, String> environment,
                Optional<Duration> timeLimit,
                Placement placement) {
            this(commandClass, argv, outputs, requirements, environment, timeLimit, placement, FILE_BY_FILE, List.of());
        }

        /** Create a request of a build that keeps nothing for the next one. */
        public BuildRequest(
                String commandClass,
                List<String> argv,
                List<OutputPattern> outputs,
                List<ToolRequirement> requirements,
                Map<String, String> environment,
                Optional<Duration> timeLimit,
                Placement placement,
                String publication,
                List<SecretName> secrets) {
            this(
                    commandClass,
                    argv,
                    outputs,
                    requirements,
                    environment,
                    timeLimit,
                    placement,
                    publication,
                    secrets,
                    List.of());
        }

        public BuildRequest {
            argv = List.copyOf(argv);
            outputs = List.copyOf(outputs);
            requirements = List.copyOf(requirements);
            secrets = secrets.stream().distinct().toList();
            keep = keep.stream().distinct().toList();
            if (argv.isEmpty() || argv.getFirst().isEmpty()) {
                throw new InvalidValueException("command", "must name a program");
            }
            if (argv.stream().anyMatch(argument -> argument.indexOf('\0') >= 0)) {
                throw new InvalidValueException("command", "has a NUL character, which no argument can hold");
            }
        }
    }

    /**
     * Where a job may run, and how long it may wait for that.
     *
     * @param neverLocal keeps it off the laptop, whatever else is said
     * @param localOverride lets it take the laptop whenever no builder can start it at once
     * @param labels what a host must be labelled with
     * @param queueLimit how long it may wait for a host; absent for as long as it takes
     */
    record Placement(
            boolean neverLocal,
            boolean localOverride,
            List<HostName> excludedHosts,
            Map<String, String> labels,
            Optional<Duration> queueLimit) {
        public Placement {
            excludedHosts = List.copyOf(excludedHosts);
            labels = HostLabels.of(labels).values();
        }

        /** Create a placement on hosts of any label, for a job that waits for as long as it takes. */
        public Placement(boolean neverLocal, boolean localOverride, List<HostName> excludedHosts) {
            this(neverLocal, localOverride, excludedHosts, Map.of(), Optional.empty());
        }
    }

    /** Cancel a job: its waiting ticket, or its running attempt with the whole process tree. */
    record CancelJob(String idempotencyKey, OptionalLong expectedRevision, JobId job) implements OperatorCall {}

    /** Try again to put the kept outputs of a blocked job into its checkout, by the same comparison as before. */
    record PublishJob(String idempotencyKey, OptionalLong expectedRevision, JobId job) implements OperatorCall {}

    /** Give up at once what is over for longer than it is kept; a portion of what is in the store, and all that is on the disk. */
    record CollectGarbage(String idempotencyKey, OptionalLong expectedRevision) implements OperatorCall {}

    /** Have a host remove what it keeps for the next keeping build of a checkout; refused while an attempt has it. */
    record DiscardWorkspace(String idempotencyKey, OptionalLong expectedRevision, HostName host, MirrorId checkout)
            implements OperatorCall {}

    /** Give up the kept outputs of a blocked job. */
    record DiscardJob(String idempotencyKey, OptionalLong expectedRevision, JobId job) implements OperatorCall {}
}
