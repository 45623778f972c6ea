package build.offload.kernel.controller;

import build.offload.kernel.job.Fingerprint;
import build.offload.kernel.snapshot.GenerationRule;
import build.offload.kernel.snapshot.Mirror;
import build.offload.kernel.snapshot.Mirrors;
import build.offload.kernel.snapshot.Snapshot;
import build.offload.kernel.snapshot.SnapshotException;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.PromotedFileRow;
import build.offload.kernel.store.Store;
import build.offload.kernel.transition.Transition;
import build.offload.kernel.transition.Transition.Submission;
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
import java.util.TreeMap;

/**
 * Gathers what a submission rests on: who waits for it, and what the checkout holds at this moment. The checkout's lock covers
 * capture and commit, so that of two submissions under one key only the first captures.
 */
final class Submissions {

    private static final String KIND = "job-submit";

    private final Gate gate;
    private final Store store;
    private final Mirrors mirrors;
    private final ProcessTable processes;

    Submissions(Gate gate, Store store, Mirrors mirrors, ProcessTable processes) {
        this.gate = gate;
        this.store = store;
        this.mirrors = mirrors;
        this.processes = processes;
    }

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

    /** The mirror is opened under the lock, under which one that nobody used for long may be removed. */
    private Answer gather(Gate.Envelope envelope, SubmitJob call, MirrorId id, Path checkout) throws IOException {
        ProcessIdentity owner = owner(call);
        return mirrors.locks().holding(id, () -> commit(envelope, call, mirrors.open(id, checkout), owner));
    }

    private Answer commit(Gate.Envelope envelope, SubmitJob call, Mirror mirror, ProcessIdentity owner)
            throws IOException {
        JobId id = JobId.of(call.idempotencyKey(), mirror.id());
        Optional<JobRow> existing = store.read(tx -> tx.jobs().job(id));
        Submission submission =
                existing.isPresent() ? again(call, existing.get(), owner) : captured(call, mirror, owner);
        Answer answer = gate.ask(envelope, new Transition.SubmitJob(submission));
        if (existing.isEmpty() && cameToNothing(answer)) {
            mirror.unpin(id);
        }
        return answer;
    }

    /** Where nobody knows, the snapshot stays until it is known that there is no job. */
    private static boolean cameToNothing(Answer answer) {
        return switch (answer) {
            case Answer.Committed _, Answer.OutcomeUnknown _ -> false;
            case Answer.Stale _, Answer.Refused _, Answer.AuditUnavailable _, Answer.Busy _ -> true;
        };
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

    private Submission captured(SubmitJob call, Mirror mirror, ProcessIdentity owner) throws IOException {
        Map<OutputPath, FileStamp> placed = new TreeMap<>();
        for (PromotedFileRow file :
                store.read(tx -> tx.jobs().promotedInto(mirror.id())).values()) {
            placed.put(file.path(), file.stamp());
        }
        Map<OutputPath, FileStamp> stamps = mirror.stampOutputs(call.build().outputs());
        Snapshot snapshot = mirror.capture();
        Submission submission = new Submission(
                call.idempotencyKey(),
                mirror.id(),
                mirror.checkout().toString(),
                call.folder(),
                call.build(),
                snapshot.tree(),
                snapshot.emptyFolders(),
                mirror.generation(snapshot, new GenerationRule(call.build().outputs(), placed)),
                stamps,
                owner,
                call.ownerPid().isEmpty());
        mirror.pin(submission.id(), snapshot);
        return submission;
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
