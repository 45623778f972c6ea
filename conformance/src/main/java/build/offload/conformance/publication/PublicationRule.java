package build.offload.conformance.publication;

import build.offload.conformance.wire.check.Citation;
import build.offload.conformance.wire.check.NotApplicable;
import build.offload.conformance.wire.check.Page;
import build.offload.conformance.wire.check.Violation;
import build.offload.spi.publish.PublicationStrategy;
import java.io.IOException;
import java.nio.file.Path;

/**
 * One rule that every publication strategy keeps, and the way to find out whether one does.
 *
 * @param id what it is called for ever, such as {@code P-TARGET-01}
 * @param title the rule in a few words
 * @param serves the sentence it is taken from
 * @param lookAt what to look at when it is broken
 */
public record PublicationRule(String id, String title, Citation serves, String lookAt, Examination examination) {

    /** Finds out, and returns when all is well. */
    @FunctionalInterface
    interface Examination {
        void examine(Yard yard) throws IOException, InterruptedException;
    }

    /** Create a rule that serves a sentence of the interface's page. */
    static PublicationRule rule(String id, String title, String sentence, String lookAt, Examination examination) {
        return new PublicationRule(id, title, new Citation(Page.PUBLICATION_STRATEGY, sentence), lookAt, examination);
    }

    /**
     * Find out whether a strategy keeps the rule; returns when it does.
     *
     * @param folder an empty folder, for a checkout and what belongs to it
     * @throws Violation when it does not; the message names the rule, what came and what to look at
     * @throws NotApplicable when the rule is not about such a strategy
     * @throws IOException when the folder cannot be used
     */
    public void check(PublicationStrategy strategy, Path folder) throws IOException, InterruptedException {
        try {
            examination.examine(new Yard(strategy, folder));
        } catch (Violation broken) {
            Violation violation = new Violation(id + ", " + title + ": " + broken.getMessage() + "\n" + lookAt);
            violation.initCause(broken);
            throw violation;
        }
    }

    @Override
    public String toString() {
        return id + " " + title;
    }
}
