package build.offload.kernel.controller;

import build.offload.spi.frontend.AccessGuard.Role;
import build.offload.spi.model.SecretName;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a controller is started with.
 *
 * @param stateDirectory where the store, mirrors, staging, logs and events are; exists, is the controller's alone
 * @param port the loopback port of the HTTP frontend; 0 lets the system choose
 * @param tokens who may come in
 * @param version the product's version
 * @param policy what it goes by at first
 */
public record Settings(Path stateDirectory, int port, List<NamedToken> tokens, String version, Policy policy) {

    public Settings {
        tokens = List.copyOf(tokens);
    }

    /**
     * What a controller goes by, and may be given anew while it runs.
     *
     * @param digest of all of it; another digest is another policy
     * @param enabled false for a controller that runs, answers and dispatches nothing
     * @param problem file, line and reason of what is wrong with the configuration; while anything is, nothing is dispatched
     * @param awaitingRestart the names of what is configured otherwise than the controller was started with, and stays so
     */
    public record Policy(
            String digest,
            boolean enabled,
            Optional<String> problem,
            List<String> awaitingRestart,
            QueueSettings queue,
            RunSettings run,
            RetentionSettings retention,
            SecretSource secrets) {

        public Policy {
            awaitingRestart = List.copyOf(awaitingRestart);
        }

        /** Return this policy under a configuration that is broken: what was in force stays, and nothing is dispatched. */
        Policy brokenBy(Policy other) {
            return new Policy(
                    other.digest, enabled, other.problem, other.awaitingRestart, queue, run, retention, secrets);
        }
    }

    /** The store that the user keeps secrets in. Any thread asks. */
    @FunctionalInterface
    public interface SecretSource {
        /**
         * Return the value of each name.
         *
         * @throws IOException when one cannot be had; the message names it, the reason and the next step, and holds no value
         */
        Map<SecretName, String> read(Collection<SecretName> names) throws IOException;
    }

    /** Where the configuration comes from while a controller runs. One thread asks. */
    @FunctionalInterface
    public interface PolicySource {
        /** Return the policy when the configuration was changed since the last call, or since the start. */
        Optional<Policy> changed();
    }

    /** A bearer token, the name it goes by in audit, and what it may do. */
    public record NamedToken(String name, Role role, String secret) {
        /** Return the name and role; the secret is never shown. */
        @Override
        public String toString() {
            return name + " (" + role + ")";
        }
    }

    /**
     * What dispatch goes by.
     *
     * @param sloSeconds how long a job should wait at most; shown, not enforced
     * @param wedgeAfter how long nothing may be dispatched, though it could, before that is a wedge
     * @param staleAfter how old a host's last answer may be while it takes jobs, and how long it may be silent before it is
     *     degraded
     * @param overloadFactor load1 per core above which a builder counts as overloaded
     */
    public record QueueSettings(
            double sloSeconds, Duration wedgeAfter, Duration staleAfter, double overloadFactor, LeaseSettings lease) {
        /** Return the settings that hold where nothing else is configured. */
        public static QueueSettings standard() {
            return new QueueSettings(
                    60,
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(45),
                    1.5,
                    new LeaseSettings(Duration.ofMinutes(10), 1));
        }
    }

    /** How long a lease lasts under which the laptop takes jobs itself, and how many it admits. */
    public record LeaseSettings(Duration lasts, int jobs) {}

    /**
     * What running goes by.
     *
     * @param timeLimit how long a command may run that names no limit of its own
     * @param lostAfter how long a host may be out of reach before what ran there is given up
     * @param connectLimit how long making a connection may take
     * @param silenceLimit how long a connection may be silent before it counts as lost
     * @param outputLimitBytes how much one job may bring back
     * @param outputLimitFiles how many files one job may bring back
     * @param logLimitBytes how much of each of a command's two outputs is kept
     * @param workspaceRetention how long a host keeps an attempt's workspace after its end
     */
    public record RunSettings(
            Duration timeLimit,
            Duration lostAfter,
            Duration connectLimit,
            Duration silenceLimit,
            Duration cancelGrace,
            Duration lookEvery,
            long outputLimitBytes,
            int outputLimitFiles,
            long logLimitBytes,
            Duration workspaceRetention) {
        /** Return the settings that hold where nothing else is configured. */
        public static RunSettings standard() {
            return new RunSettings(
                    Duration.ofHours(6),
                    Duration.ofMinutes(10),
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(90),
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(15),
                    4L << 30,
                    100_000,
                    1L << 30,
                    Duration.ZERO);
        }
    }

    /**
     * For how long what is over is kept.
     *
     * @param jobs how long a job is kept after its end
     * @param lost how long a lost job is kept, and may be retried
     * @param logs how long a job's output is kept after its end
     * @param events how long events are kept, and incidents that are over
     * @param audit how long the audit journal goes back
     * @param mirrors how long the mirror of a checkout is kept from which nothing was built
     * @param mirrorBytes what all mirrors together may hold before those unused for longest go
     * @param workspaces the bounds on what hosts keep
     */
    public record RetentionSettings(
            Duration jobs,
            Duration lost,
            Duration logs,
            Duration events,
            Duration audit,
            Duration mirrors,
            long mirrorBytes,
            WorkspaceSettings workspaces) {
        /** Return the settings that hold where nothing else is configured. */
        public static RetentionSettings standard() {
            return new RetentionSettings(
                    Duration.ofDays(90),
                    Duration.ofDays(365),
                    Duration.ofDays(30),
                    Duration.ofDays(90),
                    Duration.ofDays(365),
                    Duration.ofDays(30),
                    20L << 30,
                    WorkspaceSettings.standard());
        }
    }

    /**
     * The bounds on what hosts keep for the next keeping builds of checkouts.
     *
     * @param idle for how long what no build used
     * @param bytes what all of one host may take of its disk
     */
    public record WorkspaceSettings(Duration idle, long bytes) {
        /** Return the settings that hold where nothing else is configured. */
        public static WorkspaceSettings standard() {
            return new WorkspaceSettings(Duration.ofDays(14), 20L << 30);
        }
    }
}
