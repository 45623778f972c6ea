package build.offload.spi.publish;

import build.offload.spi.Plugin;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.FileStamp;
import build.offload.spi.model.OutputPath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Carries a job's verified outputs from staging into the live checkout, or shows why it must not.
 *
 * @implSpec
 * <ul>
 *   <li><b>X-1.</b> A target is replaced only if it stands as {@link Target} allows at that moment; one that does not
 *       blocks the whole job, and every target is as it was.
 *   <li><b>X-2.</b> A reader of a target sees the old file or the new one, never a part.
 *   <li><b>X-3.</b> After a kill at any point a second call with the same request finishes the first or puts it back;
 *       it never leaves a mixture.
 *   <li><b>X-4.</b> Paths are walked component by component and no link is followed; nothing outside the checkout is
 *       written. Neither setuid nor setgid nor sticky bits are ever set.
 *   <li><b>X-5.</b> Calls for one checkout come one after the other; the kernel holds that checkout's lock.
 *   <li><b>X-6.</b> Nothing but a target is replaced, and nothing is removed but what {@link WholeFolder#outdated} names and
 *       still stands as it says. A file that no manifest of ours knows is where it was, with the content it had.
 *   <li><b>X-7.</b> Where the unit is a folder, whoever holds a declared folder open sees the old files or the new ones,
 *       never some of each.
 *   <li><b>X-8.</b> What it puts into the checkout beside the targets has a name that begins with
 *       {@link OutputPath#RESERVED_PREFIX}, and is gone when it has promoted or blocked.
 * </ul>
 */
public non-sealed interface PublicationStrategy extends Plugin {

    /**
     * Promote, or finish what an earlier call with the same request began.
     *
     * @throws IOException when the file system refuses; the checkout is then as before, or the journal says how to go on
     */
    PromotionReport promote(PromotionRequest request) throws IOException;

    /** Return what takes its place in one step; must not change while the plugin is loaded. */
    default Unit unit() {
        return Unit.FILE;
    }

    /** What takes its place in one step. */
    enum Unit {
        /** Each file by itself. */
        FILE,
        /** Each declared folder with all that is in it; the kernel then takes no other declaration than {@code FOLDER/**}. */
        FOLDER
    }

    /**
     * What to promote.
     *
     * @param checkout the checkout's real path
     * @param staging where the verified files are, under their paths in the checkout
     * @param journal a folder of this attempt's own, outside the checkout, for the strategy's journal
     * @param folders the declared folders, none inside another; every target is in one. Empty where the unit is a file
     */
    record PromotionRequest(
            AttemptId attempt,
            Path checkout,
            Path staging,
            Path journal,
            List<Target> targets,
            List<WholeFolder> folders) {

        /** Create a request to promote files one by one. */
        public PromotionRequest(AttemptId attempt, Path checkout, Path staging, Path journal, List<Target> targets) {
            this(attempt, checkout, staging, journal, targets, List.of());
        }
    }

    /**
     * A declared folder that is promoted as a whole.
     *
     * @param outdated what an earlier promotion put into it and this one does not bring, each with the stamp it had then: one
     *     that still has it is not carried over
     */
    record WholeFolder(OutputPath path, Map<OutputPath, FileStamp> outdated) {}

    /**
     * One file to put in place.
     *
     * @param size of the staged file, bytes
     * @param sha256 of the staged file, lower-case hexadecimal
     * @param mayBeAbsent whether the target may be missing when it is replaced
     * @param mayBe the stamps one of which the target must have if it exists
     */
    record Target(
            OutputPath path, boolean executable, long size, String sha256, boolean mayBeAbsent, Set<FileStamp> mayBe) {}

    /** How it went. */
    sealed interface PromotionReport {
        /** Every target is in place; each with the stamp it has now. */
        record Promoted(List<Placed> files) implements PromotionReport {}

        /** Nothing was changed, or all that was is put back. */
        record Blocked(List<Conflict> conflicts) implements PromotionReport {}
    }

    /** A file that was put in place. */
    record Placed(OutputPath path, FileStamp stamp) {}

    /** A file that stood in the way, and how. */
    record Conflict(OutputPath path, String reason) {}
}
