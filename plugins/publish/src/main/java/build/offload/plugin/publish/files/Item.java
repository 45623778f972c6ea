package build.offload.plugin.publish.files;

import build.offload.plugin.publish.checkout.Site;
import build.offload.spi.model.FileStamp;
import build.offload.spi.publish.PublicationStrategy.Target;
import java.util.Optional;

/**
 * One file of a promotion, as the journal keeps it.
 *
 * @param number its place among the request's targets
 * @param home how many components of the target's path lead to the folder in which the copy waits
 * @param fresh the copy, as it stood when it was synced; its inode is how it is known wherever it is
 * @param was what stood at the target; empty if nothing did
 * @param placed how the file stood once it was in place
 */
record Item(int number, int home, FileStamp fresh, Optional<FileStamp> was, Optional<FileStamp> placed) {

    Target target(Site site) {
        return site.request().targets().get(number);
    }

    Item placedAs(FileStamp stamp) {
        return new Item(number, home, fresh, was, Optional.of(stamp));
    }
}
