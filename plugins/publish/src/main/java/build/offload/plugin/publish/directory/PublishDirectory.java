package build.offload.plugin.publish.directory;

import build.offload.plugin.publish.checkout.Promotion;
import build.offload.plugin.publish.checkout.Reach;
import build.offload.plugin.publish.checkout.Site;
import build.offload.plugin.publish.checkout.Steps;
import build.offload.spi.publish.PublicationStrategy;
import java.io.IOException;
import java.util.function.Supplier;

/**
 * Promotes declared folders as a whole: each changes places in one step with a new one that holds the outputs and whatever local
 * files no manifest of ours knows. Several folders follow one another; all of them or none.
 *
 * <p>What an earlier promotion put into a folder and this one does not bring is not carried over, if nobody has touched it since.
 * A folder's owner, access lists, extended attributes and special bits are not carried over; its permission bits are. What is
 * carried over keeps its inode, so a program that holds it open goes on writing to the file in place.
 *
 * <p>Needs a file system with {@code RENAME_EXCHANGE} and hard links, and native access for this module; refuses before anything is
 * changed where one of them is missing.
 */
public final class PublishDirectory implements PublicationStrategy {

    private final Steps steps;
    private final Supplier<Reach> reach;

    /** Create the strategy as the service loader does. */
    public PublishDirectory() {
        this(Steps.UNOBSERVED, Reach::shared);
    }

    PublishDirectory(Steps steps, Supplier<Reach> reach) {
        this.steps = steps;
        this.reach = reach;
    }

    @Override
    public String name() {
        return "publish-directory";
    }

    @Override
    public Unit unit() {
        return Unit.FOLDER;
    }

    @Override
    public PromotionReport promote(PromotionRequest request) throws IOException {
        Site site = new Site(reach.get(), request, steps);
        return new Promotion<>(site, new FolderCargo(site)).run();
    }
}
