package build.offload.distribution.run;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import build.offload.distribution.client.ControllerClient;
import build.offload.distribution.client.Json;
import build.offload.distribution.client.Operator;
import build.offload.distribution.client.Reply;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One build from its submission to its end. {@link #interrupt} may come from any thread; all else is one thread's. */
public final class RunSession {

    /** How long a stream may be silent; the controller says something every ten seconds. */
    private static final Duration SILENCE = Duration.ofSeconds(45);

    private final Supplier<ControllerClient> connect;
    private final BuildOrder order;
    private final Streams streams;
    private final Patience patience;
    private final AtomicReference<@Nullable String> job = new AtomicReference<>();
    private final AtomicBoolean cancelWanted = new AtomicBoolean();
    private Optional<JobReport> last = Optional.empty();
    private String said = "";

    /** Where the build's two outputs and our own words go. */
    public record Streams(OutputStream stdout, OutputStream stderr, Progress progress) {}

    /**
     * How long to bear with what is not there.
     *
     * @param untilPossible whether to wait while nothing can take the job, instead of giving up
     * @param retry the pause between two tries
     * @param away how long the controller may be away before the command gives up
     */
    public record Patience(boolean untilPossible, Duration retry, Duration away) {

        /** Pause between two tries. */
        void pause() {
            try {
                Thread.sleep(retry);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new CommandFailure(ExitCode.CANCELLED, "interrupted", interrupted);
            }
        }
    }

    /** Create a session; {@code connect} finds the running controller, again after each loss. */
    public RunSession(Supplier<ControllerClient> connect, BuildOrder order, Streams streams, Patience patience) {
        this.connect = connect;
        this.order = order;
        this.streams = streams;
        this.patience = patience;
    }

    /** Submit, without waiting for anything; the answer holds the job's id. */
    public Json submit() {
        if (!patience.untilPossible() && !order.placement().localOverride()) {
            requireOpen();
        }
        return accepted(attempt().expect("submitting the build").at("result"));
    }

    // A switched-off controller takes builds and dispatches none; waiting for that in silence helps nobody.
    private void requireOpen() {
        Obstacle.of(new Operator(connect.get())).ifPresent(obstacle -> {
            throw new CommandFailure(ExitCode.INFRASTRUCTURE, obstacle + "; to wait until that changes, use --wait");
        });
    }

    private Reply attempt() {
        return new Handover(connect, order, patience, this::say, cancelWanted::get).submit();
    }

    private Json accepted(Json result) {
        String id = result.text("jobId")
                .orElseThrow(() ->
                        new CommandFailure(ExitCode.INFRASTRUCTURE, "the controller took the build but gave it no id"));
        job.set(id);
        say((result.flag("attached") ? "attached to job " : "job ") + JobReport.shortId(id));
        return result;
    }

    /** Submit, follow the job to its end, and conclude. */
    public Conclusion run() {
        try {
            Json result = submit();
            requireCapable(missing(result));
            return follow();
        } catch (CommandFailure failure) {
            return Conclusion.of(failure, Optional.ofNullable(job.get()), last);
        }
    }

    // Waiting in silence for a host that may never come helps nobody, and standard error belongs to the build.
    private void requireCapable(String missing) {
        if (!missing.isEmpty()
                && !patience.untilPossible()
                && !order.placement().localOverride()) {
            cancel();
            throw new CommandFailure(
                    ExitCode.INFRASTRUCTURE,
                    "no enrolled host can ever run this: " + missing
                            + "; enroll a host that has it, or wait for one with --wait");
        }
    }

    /** Return what no enrolled host has, as the answer to a submission names it; empty where nothing is missing. */
    public static String missing(Json result) {
        return result.text("missing").orElseGet(() -> String.join(", ", result.texts("missing")));
    }

    private Conclusion follow() {
        JobStream stream = new JobStream(jobId(), streams.stdout(), streams.stderr(), this::show);
        if (cancelWanted.get()) {
            cancel();
        }
        Contact contact = new Contact();
        while (true) {
            try {
                stream.readOn(connect.get(), SILENCE);
                if (stream.finished()) {
                    return Conclusion.of(stream.last().orElseThrow());
                }
            } catch (IOException broken) {
                bear(contact.lost(stream), String.valueOf(broken.getMessage()));
            } catch (CommandFailure failure) {
                if (failure.code() != ExitCode.NO_CONTROLLER) {
                    throw failure;
                }
                bear(contact.lost(stream), String.valueOf(failure.getMessage()));
            }
        }
    }

    /** Remembers since when nothing has been heard of the controller. */
    private static final class Contact {
        private long since = System.nanoTime();
        private long heard;

        Duration lost(JobStream stream) {
            if (stream.heard() != heard) {
                heard = stream.heard();
                since = System.nanoTime();
            }
            return Duration.ofNanos(System.nanoTime() - since);
        }
    }

    private void bear(Duration away, String problem) {
        if (away.compareTo(patience.away()) > 0) {
            throw new CommandFailure(
                    ExitCode.NO_CONTROLLER,
                    "lost the controller while job " + JobReport.shortId(jobId()) + " was under way: " + problem
                            + ". The job is recorded, and every output in the checkout is the old or the new one, never"
                            + " half of one. Start the controller with: offload up --detach; it finishes the job, or cancels"
                            + " it if it was not as far as its outputs, since nobody waits for it any more; then see:"
                            + " offload jobs");
        }
        say(
                "the controller is away; nothing is lost, and this goes on once it is back (offload up --detach starts it)");
        patience.pause();
    }

    /**
     * Take an interrupt: the first asks the controller to cancel and goes on waiting until nothing of the job runs any more.
     *
     * @return false when it was not the first, and the caller wants to wait no longer
     */
    public boolean interrupt() {
        if (!cancelWanted.compareAndSet(false, true)) {
            return false;
        }
        if (job.get() != null) {
            say("cancelling; waiting until nothing of it runs any more (interrupt again to stop waiting)");
            cancel();
        }
        return true;
    }

    /** Conclude for a caller that waits no longer. */
    public Conclusion abandoned() {
        String id = job.get();
        String message = id == null
                ? "interrupted before the build was taken"
                : "not waiting any longer; job " + JobReport.shortId(id) + " is being cancelled all the same";
        return Conclusion.of(new CommandFailure(ExitCode.CANCELLED, message), Optional.ofNullable(id), last);
    }

    private void cancel() {
        try {
            new Operator(connect.get())
                    .post(ControllerClient.api("jobs", jobId(), "cancel"), cancelBody(), "cancelling", false);
        } catch (CommandFailure failure) {
            say(String.valueOf(failure.getMessage()));
        }
    }

    private static Map<String, String> cancelBody() {
        return Map.of("idempotencyKey", UUID.randomUUID().toString());
    }

    private void show(JobReport view) {
        last = Optional.of(view);
        if (!view.finished()) {
            say(line(view));
        }
    }

    private static String line(JobReport view) {
        String reason = view.reason().map(text -> ": " + text).orElse("");
        String position = view.view().number("position").isPresent()
                ? ", position " + view.view().number("position").getAsLong()
                : "";
        String host = view.host().map(name -> " on " + name).orElse("");
        return view.stageName()
                + position
                + host
                + view.moving().map(how -> ", " + how).orElse("")
                + reason;
    }

    private synchronized void say(String line) {
        if (!line.equals(said)) {
            said = line;
            streams.progress().say(line);
        }
    }

    private String jobId() {
        return Optional.ofNullable(job.get()).orElseThrow(() -> new IllegalStateException("nothing was submitted yet"));
    }
}
