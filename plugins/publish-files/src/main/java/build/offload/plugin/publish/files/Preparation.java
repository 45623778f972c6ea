package build.offload.plugin.publish.files;

import build.offload.spi.model.FileStamp;
import build.offload.spi.model.OutputPath;
import build.offload.spi.publish.PublicationStrategy.Conflict;
import build.offload.spi.publish.PublicationStrategy.Target;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The part of a promotion that changes nothing: looks at every target, and copies every staged file into the checkout under a
 * name of our own, in the deepest folder on its target's way that is there, with its final mode, synced.
 */
final class Preparation {

    private static final int READABLE_BY_ALL = 0644;
    private static final int EXECUTE = 0111;

    /** From so many files on, syncing the whole file system once is quicker than each file. */
    private static final int MANY = 16;

    private final Site site;
    private final List<Conflict> conflicts = new ArrayList<>();
    private final List<Look> looks = new ArrayList<>();
    private final Set<String> missingFolders = new LinkedHashSet<>();

    Preparation(Site site) {
        this.site = site;
    }

    /** Compare every target with what the request allows; returns what stands in the way. */
    List<Conflict> compare() throws IOException {
        for (Target target : site.request().targets()) {
            Look look = site.look(target.path());
            looks.add(look);
            objection(target, look).ifPresent(reason -> conflicts.add(new Conflict(target.path(), reason)));
        }
        return conflicts;
    }

    private static Optional<String> objection(Target target, Look look) {
        return switch (look) {
            case Look.Absent _ ->
                target.mayBeAbsent()
                        ? Optional.empty()
                        : Optional.of("is gone, but was there when the job was submitted");
            case Look.Regular(FileStamp stamp, int _) ->
                target.mayBe().contains(stamp)
                        ? Optional.empty()
                        : Optional.of(
                                target.mayBe().isEmpty()
                                        ? "is there, but was not when the job was submitted"
                                        : "was changed after the job was submitted");
            case Look.Other(String typeName) -> Optional.of("is " + typeName);
        };
    }

    /** Copy the staged files, and return the plan. To be called after a comparison without objection. */
    JournalState copy() throws IOException {
        List<Item> items = new ArrayList<>();
        for (int number = 0; number < looks.size(); number++) {
            items.add(copy(number));
        }
        syncHomes(items);
        site.at("copies synced");
        return new JournalState(JournalState.Phase.PLACING, items, List.copyOf(missingFolders), List.of());
    }

    private Item copy(int number) throws IOException {
        Target target = site.request().targets().get(number);
        try (Site.Way way = site.toFolderOf(target.path())) {
            noteMissing(target.path(), way);
            Path fresh = way.folder().child(site.freshName(number));
            copyStaged(target, fresh, number);
            site.at("copied " + number);
            if (Look.at(fresh) instanceof Look.Regular copied) {
                return new Item(number, way.depth(), copied.stamp(), was(looks.get(number)), Optional.empty());
            }
            throw new IOException("the copy of " + target.path() + " vanished from the checkout");
        }
    }

    private void noteMissing(OutputPath path, Site.Way way) {
        List<String> folders = Site.foldersOf(path);
        for (int depth = way.depth() + 1; depth <= folders.size(); depth++) {
            missingFolders.add(String.join("/", folders.subList(0, depth)));
        }
    }

    private static Optional<FileStamp> was(Look look) {
        return look instanceof Look.Regular regular ? Optional.of(regular.stamp()) : Optional.empty();
    }

    /** The replaced file's permissions without its special bits, or those of a new file; execution as declared. */
    private static int mode(Target target, Look look) {
        int base = look instanceof Look.Regular regular ? regular.permissions() : READABLE_BY_ALL;
        return target.executable() ? base | ((base & 0444) >> 2) : base & ~EXECUTE;
    }

    /** Copy and check in one reading, so that what is checked is what is promoted. */
    private void copyStaged(Target target, Path fresh, int number) throws IOException {
        try (Site.Way way = site.toStaged(target.path())) {
            Path staged = way.folder().child(Site.nameOf(target.path()));
            if (!way.complete() || !(Look.at(staged) instanceof Look.Regular)) {
                throw notAsPromised(target, "is not there as a file");
            }
            MessageDigest digest = Sha256.digest();
            long size = copy(staged, fresh, digest, number);
            if (size != target.size()) {
                throw notAsPromised(target, "has " + size + " bytes, but the host reported " + target.size());
            }
            if (!Sha256.hex(digest.digest()).equals(target.sha256())) {
                throw notAsPromised(target, "has another SHA-256 than the host reported");
            }
        }
    }

    private IOException notAsPromised(Target target, String how) {
        return new IOException("the staged file " + target.path() + " in "
                + site.request().staging() + " " + how + "; nothing was promoted. Run the job again");
    }

    private long copy(Path staged, Path fresh, MessageDigest digest, int number) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
        try (FileChannel in = FileChannel.open(staged, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
                FileChannel out = FileChannel.open(
                        fresh,
                        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            site.at("copying " + number);
            long size = 0;
            while (in.read(buffer) >= 0) {
                buffer.flip();
                size += buffer.remaining();
                digest.update(buffer.duplicate());
                while (buffer.hasRemaining()) {
                    out.write(buffer);
                }
                buffer.clear();
            }
            Files.setAttribute(fresh, "unix:mode", mode(site.request().targets().get(number), looks.get(number)));
            if (!many()) {
                out.force(true);
            }
            return size;
        }
    }

    private boolean many() {
        return site.request().targets().size() >= MANY;
    }

    /** Sync each folder that holds copies, once; and of many copies, which were not synced yet, the file systems. */
    private void syncHomes(List<Item> items) throws IOException {
        Set<String> homes = new HashSet<>();
        Set<Object> devices = new HashSet<>();
        boolean filesToo = many();
        for (Item item : items) {
            OutputPath path = site.target(item).path();
            if (homes.add(String.join("/", Site.foldersOf(path).subList(0, item.home())))) {
                try (Site.Way way = site.toDepth(path, item.home())) {
                    if (filesToo && devices.add(Files.getAttribute(way.folder().path(), "unix:dev"))) {
                        filesToo = site.reach().syncFileSystem(way.folder());
                    }
                    way.folder().sync();
                }
            }
        }
        if (many() && !filesToo) {
            syncEach(items);
        }
    }

    private void syncEach(List<Item> items) throws IOException {
        for (Item item : items) {
            try (Site.Way way = site.toDepth(site.target(item).path(), item.home());
                    FileChannel copy = FileChannel.open(
                            way.folder().child(site.freshName(item.number())),
                            Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
                copy.force(true);
            }
        }
    }
}
