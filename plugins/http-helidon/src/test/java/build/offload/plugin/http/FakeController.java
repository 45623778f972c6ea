package build.offload.plugin.http;

import build.offload.spi.executor.HostKey;
import build.offload.spi.frontend.AccessGuard.Caller;
import build.offload.spi.frontend.Controller;
import build.offload.spi.frontend.OperatorCall;
import build.offload.spi.frontend.Query;
import build.offload.spi.model.HostAddress;
import build.offload.spi.model.JobId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;

/** A controller that answers as it is told and remembers what it was asked. */
final class FakeController implements Controller {

    final List<VerbCall> verbs = new CopyOnWriteArrayList<>();
    final List<OperatorCall> calls = new CopyOnWriteArrayList<>();
    final List<Caller> callers = new CopyOnWriteArrayList<>();
    final List<Query<?>> queries = new CopyOnWriteArrayList<>();
    final List<Metric> metrics = new ArrayList<>();
    final Queue<Watch> watches = new ArrayDeque<>();

    private final Map<Class<?>, Function<Query<?>, ?>> results = new HashMap<>();

    volatile Supplier<Answer> answer = FakeController::usualAnswer;
    volatile Supplier<StatusPage> status = FakeController::usualStatus;

    /** What one call of {@link Controller#watch} does. */
    @FunctionalInterface
    interface Watch {
        void run(JobId job, long stdoutOffset, long stderrOffset, JobObserver observer);
    }

    static Answer committed(String body) {
        return new Answer.Committed(body.getBytes(StandardCharsets.UTF_8), false);
    }

    private static Answer usualAnswer() {
        return committed("{\"revision\":8,\"result\":{\"changed\":true}}");
    }

    private static StatusPage usualStatus() {
        return new StatusPage(Samples.status(), "tag-1");
    }

    /** Be as new. */
    void forget() {
        List.of(verbs, calls, callers, queries, metrics, watches).forEach(Collection::clear);
        results.clear();
        answer = FakeController::usualAnswer;
        status = FakeController::usualStatus;
    }

    /** Answer queries of a type. */
    void whenAsked(Class<? extends Query<?>> type, Function<Query<?>, ?> result) {
        results.put(type, result);
    }

    @Override
    public StatusPage status() {
        return status.get();
    }

    @Override
    public List<Metric> metrics() {
        return List.copyOf(metrics);
    }

    @Override
    public Answer transition(Caller caller, VerbCall call) {
        callers.add(caller);
        verbs.add(call);
        return answer.get();
    }

    @Override
    public Answer perform(Caller caller, OperatorCall call) {
        callers.add(caller);
        calls.add(call);
        return answer.get();
    }

    @Override
    @SuppressWarnings("unchecked")
    public <R> R query(Query<R> query) {
        queries.add(query);
        Function<Query<?>, ?> result = results.get(query.getClass());
        if (result == null) {
            throw new AssertionError("no answer is prepared for " + query);
        }
        return (R) result.apply(query);
    }

    @Override
    public List<HostKey> offeredKeys(String executor, HostAddress address) {
        return List.of(Samples.hostKey());
    }

    @Override
    public void watch(JobId job, long stdoutOffset, long stderrOffset, Duration budget, JobObserver observer) {
        Watch next = watches.poll();
        if (next == null) {
            throw new AssertionError("no watch is prepared");
        }
        next.run(job, stdoutOffset, stderrOffset, observer);
    }
}
