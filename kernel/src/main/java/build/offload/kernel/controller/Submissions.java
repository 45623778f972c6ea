package build.offload.kernel.controller;

import build.offload.kernel.controller.SharedCaptures.Captured;
import build.offload.kernel.job.Fingerprint;
import build.offload.kernel.reconcile.AttemptSecrets;
import build.offload.kernel.reconcile.Publications;
import build.offload.kernel.snapshot.GenerationRule;
import build.offload.kernel.snapshot.Mirror;
import build.offload.kernel.snapshot.Mirrors;
import build.offload.kernel.snapshot.Snapshot;
import build.offload.kernel.snapshot.SnapshotException;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.PromotedFileRow;
import build.offload.kernel.store.Store;
import build.offload.kernel.transition.Submission;
import build.offload.kernel.transition.Transition;
import build.offload.kernel.world.ProcessTable;
import build.offload.spi.frontend.Controller.Answer;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.frontend.OperatorCall.SubmitJob;
import build.offload.spi.model.FileStamp;
import build.offload.spi.model.JobId;
import build.offload.spi.model.MirrorId;
import build.offload.spi.model.OutputPath;
import build.offload.spi.model.ProcessIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Gathers what a submission rests on: who waits for it, and what the checkout holds at this moment. For any thread. */
final class Submissions implements SharedCaptures.Work {

    private static final String KIND = "job-submit";

    private final Gate gate;
    private final Store store;
    private final Mirrors mirrors;
    private final Checks checks;
    private final ProcessTable processes;
    private final SharedCaptures captures;

    Submissions(Gate gate, Store store, Mirrors mirrors, Checks checks, ProcessTable processes) {
        this.gate = gate;
        this.store = store;
        this.mirrors = mirrors;
        this.checks = checks;
        this.processes = processes;
        this.captures = new SharedCaptures(mirrors.locks());
    }

    /** What a build is held against before it is taken. */
    record Checks(Publications publications, AttemptSecrets secrets) {}

    /** Why a submission cannot go on. */
    private static final class SubmissionException extends IOException {
        private static final long serialVersionUID = 1L;
        private final transient Refusal refusal;

        SubmissionException(String code, String message) {
            super(message);
            this.refusal = Refusal.of(code, message);
        }
    }

    Answer submit(Gate.Envelope envelope, SubmitJob call) {
        Optional<Refusal> unpublishable = checks.publications().refusal(call.build());
        if (unpublishable.isPresent()) {
            return gate.refuse(envelope, KIND, unpublishable.get());
        }
        try {
            Path checkout = checkout(call);
            MirrorId id = Mirrors.idOf(processes.machineId(), checkout);
            Gate.Envelope own = envelope.under(identity(call, id));
            Optional<Answer> kept = gate.replay(own.idempotencyKey());
            return kept.isPresent() ? kept.get() : gather(own, call, id, checkout);
        } catch (SubmissionException cannot) {
            return gate.refuse(envelope, KIND, cannot.refusal);
        } catch (SnapshotException cannot) {
            String code =
                    "snapshot-" + cannot.kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
            return gate.refuse(envelope, KIND, Refusal.of(code, String.valueOf(cannot.getMessage())));
        } catch (IOException failure) {
            return gate.refuse(
                    envelope, KIND, Refusal.of("snapshot-failed", "the checkout could not be captured: " + failure));
        }
    }

    /** The same key names another job in another checkout, and in this one it must not hide that something else is asked for. */
    private static String identity(SubmitJob call, MirrorId checkout) {
        return JobId.of(call.idempotencyKey(), checkout) + " " + Fingerprint.of(call.folder(), call.build());
    }

    private Answer gather(Gate.Envelope envelope, SubmitJob call, MirrorId id, Path checkout) throws IOException {
        ProcessIdentity owner = owner(call);
        SharedCaptures.Subject subject =
                new SharedCaptures.Subject(id, checkout, call.build().outputs());
        JobId job = JobId.of(call.idempotencyKey(), id);
        if (known(Set.of(job)).isEmpty()) {
            requireSecrets(call);
        }
        return captures.share(subject, job, this, captured -> {
            Submission submission = captured.map(taken -> submission(call, subject, taken, owner))
                    .orElseGet(() -> again(call, row(job), owner));
            return gate.ask(envelope, new Transition.SubmitJob(submission));
        });
    }

    private void requireSecrets(SubmitJob call) throws SubmissionException {
        try {
            checks.secrets().check(call.build().secrets());
        } catch (IOException unavailable) {
            throw new SubmissionException("secret-unavailable", String.valueOf(unavailable.getMessage()));
        }
    }

    private JobRow row(JobId job) {
        return store.read(tx -> tx.jobs().job(job)).orElseThrow();
    }

    @Override
    public Set<JobId> known(Set<JobId> jobs) {
        return store.read(tx ->
                jobs.stream().filter(job -> tx.jobs().job(job).isPresent()).collect(Collectors.toUnmodifiableSet()));
    }

    /** The mirror is opened under the lock, under which one that nobody used for long may be removed. */
    @Override
    public Captured capture(SharedCaptures.Subject subject, Set<JobId> jobs) throws IOException {
        Map<OutputPath, FileStamp> placed = new TreeMap<>();
        for (PromotedFileRow file :
                store.read(tx -> tx.jobs().promotedInto(subject.mirror())).values()) {
            placed.put(file.path(), file.stamp());
        }
        Mirror mirror = mirrors.open(subject.mirror(), subject.checkout());
        Map<OutputPath, FileStamp> stamps = mirror.stampOutputs(subject.outputs());
        Snapshot snapshot = mirror.capture();
        String generation = mirror.generation(snapshot, new GenerationRule(subject.outputs(), placed));
        for (JobId job : jobs) {
            mirror.pin(job, snapshot);
        }
        return new Captured(snapshot, generation, stamps);
    }

    @Override
    public void release(SharedCaptures.Subject subject, JobId job) throws IOException {
        mirrors.open(subject.mirror(), subject.checkout()).unpin(job);
    }

    /** The job is there; what the checkout holds by now has nothing to do with it. */
    private static Submission again(SubmitJob call, JobRow job, ProcessIdentity owner) {
        JobRow.Submitted first = job.submitted();
        return new Submission(
                first.key(),
                first.mirror(),
                first.checkout(),
                call.folder(),
                call.build(),
                first.snapshot(),
                first.emptyFolders(),
                first.generation(),
                Map.of(),
                owner,
                call.ownerPid().isEmpty());
    }

    private static Submission submission(
            SubmitJob call, SharedCaptures.Subject subject, Captured captured, ProcessIdentity owner) {
        return new Submission(
                call.idempotencyKey(),
                subject.mirror(),
                subject.checkout().toString(),
                call.folder(),
                call.build(),
                captured.snapshot().tree(),
                captured.snapshot().emptyFolders(),
                captured.generation(),
                captured.stamps(),
                owner,
                call.ownerPid().isEmpty());
    }

    private static Path checkout(SubmitJob call) throws SubmissionException {
        try {
            Path checkout = Path.of(call.checkout()).toRealPath();
            Path folder = checkout.resolve(call.folder()).toRealPath();
            if (!Files.isDirectory(folder) || !folder.startsWith(checkout)) {
                throw new SubmissionException("no-such-folder", "'" + call.folder() + "' is no folder of the checkout");
            }
            return checkout;
        } catch (SubmissionException cannot) {
            throw cannot;
        } catch (IOException | InvalidPathException failure) {
            throw new SubmissionException(
                    "no-such-checkout",
                    call.checkout() + " cannot be found from the controller: " + failure.getMessage());
        }
    }

    /**
     * Promotion writes as the controller, so only the controller's own user may have it do that, from where process ids mean
     * the same to both.
     */
    private ProcessIdentity owner(SubmitJob call) throws SubmissionException {
        if (call.ownerPid().isEmpty()) {
            return processes.self();
        }
        long pid = call.ownerPid().getAsLong();
        long own = processes.self().pid();
        boolean sameUser = processes.uid(pid).equals(processes.uid(own));
        boolean sameNamespace = processes.namespace(pid).equals(processes.namespace(own));
        if (!sameUser || !sameNamespace) {
            throw new SubmissionException(
                    "foreign-process",
                    "process " + pid
                            + " is not of the controller's user and PID namespace; run offload as the user who started the"
                            + " controller, outside any container of its own");
        }
        return processes
                .find(pid)
                .orElseThrow(() -> new SubmissionException(
                        "no-such-process", "there is no process " + pid + " to wait for the job"));
    }
}
