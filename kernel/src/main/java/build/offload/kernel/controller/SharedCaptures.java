package build.offload.kernel.controller;

import build.offload.kernel.snapshot.CheckoutLocks;
import build.offload.kernel.snapshot.Snapshot;
import build.offload.spi.frontend.Controller.Answer;
import build.offload.spi.model.FileStamp;
import build.offload.spi.model.JobId;
import build.offload.spi.model.MirrorId;
import build.offload.spi.model.OutputPath;
import build.offload.spi.model.OutputPattern;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Lets submissions that wait for the same checkout share one capture. Each wants the checkout as it is at one moment after it
 * was asked for; a capture that begins after the last of them was asked for is that to all, so that however many callers there
 * are, they cost one capture and one group commit. The checkout's lock is held until the last of them is committed: jobs are
 * queued in the order in which their snapshots were taken, and of two submissions under one key only the first captures.
 *
 * <p>For any thread. Whoever asks first leads: it waits for the lock, captures and pins for all, and waits for them.
 */
final class SharedCaptures {

    private final CheckoutLocks locks;
    private final Map<Subject, Round> gathering = new HashMap<>();

    SharedCaptures(CheckoutLocks locks) {
        this.locks = locks;
    }

    /** What a capture is about; submissions of equal subjects may share one. */
    record Subject(MirrorId mirror, Path checkout, List<OutputPattern> outputs) {}

    /** What a checkout held at a moment, as far as a submission rests on it. */
    record Captured(Snapshot snapshot, String generation, Map<OutputPath, FileStamp> stamps) {}

    /** What the one who leads does for all, holding the checkout's lock. */
    interface Work {

        /** Return which of the jobs are there already and need no capture. */
        Set<JobId> known(Set<JobId> jobs);

        /** Capture the subject and keep the snapshot for each of the jobs. */
        Captured capture(Subject subject, Set<JobId> jobs) throws IOException;

        /** Let go of a snapshot whose job came to nothing. */
        void release(Subject subject, JobId job) throws IOException;
    }

    /**
     * Commit a job with a capture that began after this call; without one where the job is there already.
     *
     * @throws IOException when the capture failed, for everybody who shared it
     */
    Answer share(Subject subject, JobId job, Work work, Function<Optional<Captured>, Answer> commit)
            throws IOException {
        Member member = new Member(job, new CompletableFuture<>());
        Round round;
        boolean leads;
        synchronized (gathering) {
            round = gathering.computeIfAbsent(subject, _ -> new Round());
            leads = round.members.isEmpty();
            round.members.add(member);
        }
        return leads ? lead(subject, round, work, commit) : round.commit(member, commit);
    }

    private Answer lead(Subject subject, Round round, Work work, Function<Optional<Captured>, Answer> commit)
            throws IOException {
        try {
            return locks.holding(subject.mirror(), () -> {
                close(subject, round);
                round.capture(subject, work);
                try {
                    return round.commit(round.members.getFirst(), commit);
                } finally {
                    round.end(subject, work);
                }
            });
        } finally {
            // Where the lock was never had, those who came to share must not wait for it.
            close(subject, round);
            round.result.completeExceptionally(new IOException("the capture that was to be shared was given up"));
        }
    }

    /** Whoever asks from now on has to have a later capture. */
    private void close(Subject subject, Round round) {
        synchronized (gathering) {
            gathering.remove(subject, round);
        }
    }

    /**
     * Somebody who shares a capture.
     *
     * @param lost completed when its commit has ended: whether no job came of it
     */
    private record Member(JobId job, CompletableFuture<Boolean> lost) {}

    private record Result(Set<JobId> known, Optional<Captured> captured) {}

    /** One capture and those who share it; the members no longer change once it has begun. */
    private static final class Round {

        private final List<Member> members = new ArrayList<>();
        private final CompletableFuture<Result> result = new CompletableFuture<>();

        void capture(Subject subject, Work work) {
            try {
                Set<JobId> jobs = members.stream().map(Member::job).collect(Collectors.toSet());
                Set<JobId> known = work.known(jobs);
                Set<JobId> fresh =
                        jobs.stream().filter(job -> !known.contains(job)).collect(Collectors.toSet());
                Optional<Captured> captured =
                        fresh.isEmpty() ? Optional.empty() : Optional.of(work.capture(subject, fresh));
                result.complete(new Result(known, captured));
            } catch (IOException | RuntimeException failure) {
                result.completeExceptionally(failure);
            }
        }

        Answer commit(Member member, Function<Optional<Captured>, Answer> commit) throws IOException {
            boolean lost = true;
            try {
                Result shared = await();
                boolean known = shared.known().contains(member.job());
                Answer answer = commit.apply(known ? Optional.empty() : shared.captured());
                lost = !known && cameToNothing(answer);
                return answer;
            } finally {
                member.lost().complete(lost);
            }
        }

        private Result await() throws IOException {
            try {
                return result.join();
            } catch (CompletionException failed) {
                switch (failed.getCause()) {
                    case IOException failure -> throw failure;
                    case RuntimeException failure -> throw failure;
                    case null, default -> throw failed;
                }
            }
        }

        /** Where nobody knows, the snapshot stays until it is known that there is no job. */
        private static boolean cameToNothing(Answer answer) {
            return switch (answer) {
                case Answer.Committed _, Answer.OutcomeUnknown _ -> false;
                case Answer.Stale _, Answer.Refused _, Answer.AuditUnavailable _, Answer.Busy _ -> true;
            };
        }

        /** Wait for everybody's commit. A job that came to be under one of two equal requests keeps its snapshot. */
        void end(Subject subject, Work work) throws IOException {
            Map<JobId, Boolean> lost = members.stream()
                    .collect(Collectors.toMap(
                            Member::job, member -> member.lost().join(), Boolean::logicalAnd));
            boolean captured = !result.isCompletedExceptionally()
                    && result.join().captured().isPresent();
            for (Map.Entry<JobId, Boolean> job : lost.entrySet()) {
                if (captured && job.getValue()) {
                    work.release(subject, job.getKey());
                }
            }
        }
    }
}
