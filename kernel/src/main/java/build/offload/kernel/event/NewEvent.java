package build.offload.kernel.event;

import build.offload.kernel.redact.Redactor;
import build.offload.spi.frontend.EventView;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalInt;

/**
 * An event that has no place in the order yet; its number, revision, time and actor come with the commit. What does not
 * apply is empty or 0.
 *
 * @param type what kind of step it was, such as {@code job-started}
 * @param stage the job's stage, or one of {@code host}, {@code queue}, {@code lease}, {@code circuit}, {@code ci},
 *     {@code config}, {@code controller}, {@code coordination}
 * @param reason a code
 * @param durationSeconds how long the step took that this event ends
 * @param data further fields of this type of event
 */
public record NewEvent(
        String type,
        String stage,
        String reason,
        String job,
        String repo,
        String host,
        String snapshot,
        int attempt,
        OptionalInt rc,
        double durationSeconds,
        Map<String, Object> data) {

    public NewEvent {
        if (type.isBlank() || stage.isBlank() || reason.isBlank()) {
            throw new IllegalArgumentException("an event needs a type, a stage and a reason");
        }
        data = Map.copyOf(data);
    }

    /** Return an event about no job and no host. */
    public static NewEvent of(String type, String stage, String reason) {
        return new NewEvent(type, stage, reason, "", "", "", "", 0, OptionalInt.empty(), 0, Map.of());
    }

    /** Return this event, about an attempt of a job. */
    public NewEvent job(String id, String ofRepo, String ofSnapshot, int number) {
        return new NewEvent(type, stage, reason, id, ofRepo, host, ofSnapshot, number, rc, durationSeconds, data);
    }

    /** Return this event, about a host. */
    public NewEvent host(String name) {
        return new NewEvent(type, stage, reason, job, repo, name, snapshot, attempt, rc, durationSeconds, data);
    }

    /** Return this event, with the exit code of a command. */
    public NewEvent rc(int code) {
        return new NewEvent(
                type, stage, reason, job, repo, host, snapshot, attempt, OptionalInt.of(code), durationSeconds, data);
    }

    /** Return this event, ending a step that took so long. */
    public NewEvent duration(double seconds) {
        return new NewEvent(type, stage, reason, job, repo, host, snapshot, attempt, rc, seconds, data);
    }

    /** Return this event with further fields in place of those it has. */
    public NewEvent data(Map<String, Object> fields) {
        return new NewEvent(type, stage, reason, job, repo, host, snapshot, attempt, rc, durationSeconds, fields);
    }

    /** Return the event as it is stored, free of secrets; its number is given when it is appended. */
    public EventView committed(long revision, Instant at, String actor, Redactor redactor) {
        return new EventView(
                0,
                revision,
                type,
                actor,
                at,
                job,
                redactor.redact(repo),
                redactor.redact(host),
                snapshot,
                attempt,
                stage,
                redactor.redact(reason),
                rc,
                durationSeconds,
                redactor.redact(data));
    }
}
