package build.offload.conformance.executor;

import build.offload.conformance.wire.check.Citation;
import build.offload.conformance.wire.check.NotApplicable;
import build.offload.conformance.wire.check.Page;
import build.offload.conformance.wire.check.Violation;
import build.offload.spi.executor.ExecutorException;
import java.io.IOException;
import java.nio.file.Path;

/** One rule that every executor keeps, and the way to find out whether one does. */
public final class ExecutorRule {

    private final String id;
    private final String title;
    private final Citation serves;
    private final String lookAt;
    private final Examination examination;

    private ExecutorRule(Draft draft, Citation serves, String lookAt, Examination examination) {
        this.id = draft.id;
        this.title = draft.title;
        this.serves = serves;
        this.lookAt = lookAt;
        this.examination = examination;
    }

    static Draft rule(String id, String title) {
        return new Draft(id, title);
    }

    /** Return what it is called for ever, such as {@code E-START-01}. */
    public String id() {
        return id;
    }

    /** Return the rule in a few words. */
    public String title() {
        return title;
    }

    /** Return the sentence it is taken from. */
    public Citation serves() {
        return serves;
    }

    /** Return what to look at when it is broken. */
    public String lookAt() {
        return lookAt;
    }

    /**
     * Find out whether an executor keeps the rule; returns when it does.
     *
     * @param folder an empty folder on this machine, for what the examination needs and what comes back
     * @throws Violation when it does not; the message names the rule, what came and what to look at
     * @throws NotApplicable when this executor gives nothing to look at
     */
    public void check(Subject subject, Path folder) throws IOException {
        try (Trial trial = Trial.in(folder, subject)) {
            examination.examine(trial);
        } catch (Violation broken) {
            throw violation(String.valueOf(broken.getMessage()), broken);
        } catch (ExecutorException failed) {
            throw violation("it failed as " + failed.kind() + ": " + failed.getMessage(), failed);
        }
    }

    private Violation violation(String message, Throwable cause) {
        Violation violation = new Violation(id + ", " + title + ": " + message + "\n" + lookAt);
        violation.initCause(cause);
        return violation;
    }

    @Override
    public String toString() {
        return id + " " + title;
    }

    /** Finds out, and returns when all is well. */
    @FunctionalInterface
    interface Examination {
        void examine(Trial trial) throws IOException, ExecutorException;
    }

    /** A rule that has no source yet. */
    record Draft(String id, String title) {
        Sourced serves(Page page, String sentence) {
            return new Sourced(this, new Citation(page, sentence));
        }

        Sourced serves(String sentence) {
            return serves(Page.BUILD_HOST, sentence);
        }
    }

    /** A rule that knows its source. */
    record Sourced(Draft draft, Citation serves) {
        Explained lookAt(String advice) {
            return new Explained(draft, serves, advice);
        }
    }

    /** A rule that lacks nothing but its examination. */
    record Explained(Draft draft, Citation serves, String lookAt) {
        ExecutorRule by(Examination examination) {
            return new ExecutorRule(draft, serves, lookAt, examination);
        }
    }
}
