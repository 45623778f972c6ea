package build.offload.plugin.publish.directory;

import build.offload.plugin.publish.checkout.Site;
import build.offload.spi.model.OutputPath;
import build.offload.spi.publish.PublicationStrategy.WholeFolder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One folder of a promotion, as the journal keeps it.
 *
 * @param number its place among the request's folders
 * @param home how many components of its path lead to the folder in which the new one waits
 * @param fresh the inode of the new folder, by which it is known wherever it is
 * @param was the inode of the folder that stood there; empty if nothing did
 * @param old what stood in that
 * @param content what stands in the new one
 * @param placed whether it is in place
 */
record FolderItem(int number, int home, long fresh, Optional<Long> was, Listing old, Listing content, boolean placed) {

    FolderItem inPlace() {
        return new FolderItem(number, home, fresh, was, old, content, true);
    }

    WholeFolder folder(Site site) {
        return site.request().folders().get(number);
    }

    OutputPath path(Site site) {
        return folder(site).path();
    }

    /** Return the way to the folder in which the new one waits. */
    List<String> homeOf(Site site) {
        return Site.componentsOf(path(site)).subList(0, home);
    }

    /** Return the way to the new folder while it waits, or to the old one once it was replaced. */
    List<String> aside(Site site) {
        List<String> way = new ArrayList<>(homeOf(site));
        way.add(site.freshName(number));
        return way;
    }

    /** Return the fields of the journal. */
    List<String> fields() {
        List<String> fields = new ArrayList<>(List.of(
                Integer.toString(number),
                Integer.toString(home),
                Long.toString(fresh),
                was.map(inode -> Long.toString(inode)).orElse("-"),
                Boolean.toString(placed),
                Integer.toString(old.traits().size())));
        fields.addAll(old.fields());
        fields.addAll(content.fields());
        return fields;
    }

    static FolderItem of(List<String> fields) {
        int content = 6 + 2 * Integer.parseInt(fields.get(5));
        String was = fields.get(3);
        return new FolderItem(
                Integer.parseInt(fields.get(0)),
                Integer.parseInt(fields.get(1)),
                Long.parseLong(fields.get(2)),
                was.equals("-") ? Optional.empty() : Optional.of(Long.parseLong(was)),
                Listing.of(fields.subList(6, content)),
                Listing.of(fields.subList(content, fields.size())),
                Boolean.parseBoolean(fields.get(4)));
    }
}
