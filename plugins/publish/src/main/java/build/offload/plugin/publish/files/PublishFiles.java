package build.offload.plugin.publish.files;

import build.offload.plugin.publish.checkout.Promotion;
import build.offload.plugin.publish.checkout.Reach;
import build.offload.plugin.publish.checkout.Site;
import build.offload.plugin.publish.checkout.Steps;
import build.offload.spi.publish.PublicationStrategy;
import java.io.IOException;
import java.util.function.Supplier;

/**
 * Promotes outputs one file at a time, each in one step, all of them or none: what a crash interrupts is finished or put back
 * from a journal by the next call with the same request. Another reader of the checkout sees every file whole, but may see some
 * of them new and others still old while the promotion is on its way.
 *
 * <p>To be rid of what a crash left without promoting after all, call again with targets that may be nothing at all: a promotion
 * that has a journal is then still finished or put back, and of one that has none only the copies are removed, before it is
 * blocked.
 *
 * <p>A replaced file's owner, access lists and extended attributes are not carried over; its permission bits are.
 */
public final class PublishFiles implements PublicationStrategy {

    private final Steps steps;
    private final Supplier<Reach> reach;

    /** Create the strategy as the service loader does. */
    public PublishFiles() {
        this(Steps.UNOBSERVED, Reach::shared);
    }

    PublishFiles(Steps steps, Supplier<Reach> reach) {
        this.steps = steps;
        this.reach = reach;
    }

    @Override
    public String name() {
        return "publish-files";
    }

    @Override
    public PromotionReport promote(PromotionRequest request) throws IOException {
        Site site = new Site(reach.get(), request, steps);
        return new Promotion<>(site, new FileCargo(site)).run();
    }
}
