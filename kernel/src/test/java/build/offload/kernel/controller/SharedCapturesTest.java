package build.offload.kernel.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.kernel.controller.SharedCaptures.Captured;
import build.offload.kernel.controller.SharedCaptures.Subject;
import build.offload.kernel.snapshot.CheckoutLocks;
import build.offload.kernel.snapshot.Snapshot;
import build.offload.spi.frontend.Controller.Answer;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.model.JobId;
import build.offload.spi.model.MirrorId;
import build.offload.spi.model.TreeId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/** Submissions of one checkout that wait for one another. */
class SharedCapturesTest {

    private static final Subject CHECKOUT = new Subject(new MirrorId("a".repeat(64)), Path.of("/project"), List.of());
    private static final Answer COMMITTED = new Answer.Committed(new byte[0], false);
    private static final Answer REFUSED = new Answer.Refused(Refusal.of("no", "no"));

    private final SharedCaptures captures = new SharedCaptures(new CheckoutLocks());
    private final Work work = new Work();

    /** Captures are numbered; the first one waits until the test lets it go on. */
    private static final class Work implements SharedCaptures.Work {
        private final List<Set<JobId>> taken = new ArrayList<>();
        private final Set<JobId> known = new HashSet<>();
        private final List<JobId> released = new ArrayList<>();
        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch go = new CountDownLatch(1);
        private Optional<IOException> failure = Optional.empty();

        @Override
        public synchronized Set<JobId> known(Set<JobId> jobs) {
            Set<JobId> found = new HashSet<>(jobs);
            found.retainAll(known);
            return found;
        }

        @Override
        public Captured capture(Subject subject, Set<JobId> jobs) throws IOException {
            int number;
            synchronized (this) {
                taken.add(jobs);
                number = taken.size();
            }
            begun.countDown();
            try {
                go.await();
            } catch (InterruptedException interrupted) {
                throw new AssertionError(interrupted);
            }
            if (failure.isPresent()) {
                throw failure.get();
            }
            String digit = Integer.toString(number);
            Snapshot snapshot = new Snapshot(new TreeId(digit.repeat(40)), List.of(), List.of(), List.of());
            return new Captured(snapshot, digit, Map.of());
        }

        @Override
        public synchronized void release(Subject subject, JobId job) {
            released.add(job);
        }
    }

    @Test
    void whoCameBeforeACaptureBeganSharesItAndWhoCameLaterHasALaterOne() throws Exception {
        FutureTask<String> first = ask(1, COMMITTED);
        work.begun.await();
        List<FutureTask<String>> later = List.of(ask(2, COMMITTED), ask(3, COMMITTED), ask(4, COMMITTED));
        work.go.countDown();

        assertThat(first.get()).isEqualTo("1");
        for (FutureTask<String> one : later) {
            assertThat(one.get()).isEqualTo("2");
        }
        assertThat(work.taken).containsExactly(Set.of(job(1)), Set.of(job(2), job(3), job(4)));
    }

    @Test
    void captureThatFailsFailsAllWhoShareItAndNobodyElse() throws Exception {
        FutureTask<String> first = ask(1, COMMITTED);
        work.begun.await();
        work.failure = Optional.of(new IOException("it moves"));
        FutureTask<String> second = ask(2, COMMITTED);
        work.go.countDown();

        assertThatThrownBy(first::get).hasRootCauseMessage("it moves");
        assertThatThrownBy(second::get).hasRootCauseMessage("it moves");
        work.failure = Optional.empty();
        assertThat(ask(3, COMMITTED).get()).isEqualTo("3");
    }

    @Test
    void jobThatIsThereAlreadyIsNotCaptured() throws Exception {
        work.go.countDown();
        work.known.add(job(1));

        assertThat(ask(1, COMMITTED).get()).isEqualTo("none");
        assertThat(work.taken).isEmpty();
    }

    @Test
    void snapshotOfAJobThatCameToNothingIsLetGo() throws Exception {
        work.go.countDown();

        ask(1, REFUSED).get();
        ask(2, COMMITTED).get();

        assertThat(work.released).containsExactly(job(1));
    }

    @Test
    void jobThatOneOfTwoEqualRequestsMadeKeepsItsSnapshot() throws Exception {
        FutureTask<String> before = ask(1, COMMITTED);
        work.begun.await();
        FutureTask<String> refused = ask(2, REFUSED);
        FutureTask<String> committed = ask(2, COMMITTED);
        work.go.countDown();

        before.get();
        refused.get();
        committed.get();
        assertThat(work.released).isEmpty();
    }

    /** Ask in a thread of its own, and return when that waits or has ended. */
    private FutureTask<String> ask(int number, Answer answer) {
        String[] seen = {"none"};
        Callable<String> call = () -> {
            captures.share(CHECKOUT, job(number), work, captured -> {
                captured.ifPresent(taken -> seen[0] = taken.generation());
                return answer;
            });
            return seen[0];
        };
        FutureTask<String> task = new FutureTask<>(call);
        Thread thread = Thread.ofPlatform().daemon().start(task);
        while (!task.isDone() && thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        return task;
    }

    private static JobId job(int number) {
        return new JobId(Integer.toString(number).repeat(64));
    }
}
