package build.offload.plugin.publish.checkout;

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
import java.util.Optional;
import java.util.Set;

/** Copies staged files into the checkout, each checked in the same reading, so that what is checked is what is promoted. */
public final class StagedCopy {

    private static final int READABLE_BY_ALL = 0644;
    private static final int EXECUTE = 0111;

    private final Site site;
    private final boolean sync;

    /**
     * Create a copier for a site.
     *
     * @param sync whether each copy is to survive a power loss by itself; else the caller syncs all of them
     */
    public StagedCopy(Site site, boolean sync) {
        this.site = site;
        this.sync = sync;
    }

    /** Return why a target must not be replaced as it stands; empty if it may. */
    public static Optional<String> objection(Target target, Look look) {
        return switch (look) {
            case Look.Absent _ ->
                target.mayBeAbsent()
                        ? Optional.empty()
                        : Optional.of("is gone, but was there when the job was submitted");
            case Look.Regular regular ->
                target.mayBe().contains(regular.stamp())
                        ? Optional.empty()
                        : Optional.of(
                                target.mayBe().isEmpty()
                                        ? "is there, but was not when the job was submitted"
                                        : "was changed after the job was submitted");
            case Look.Other other -> Optional.of("is " + other.typeName());
        };
    }

    /** The replaced file's permissions without its special bits, or those of a new file; execution as declared. */
    private static int mode(Target target, Look replaced) {
        int base = replaced instanceof Look.Regular regular ? regular.permissions() : READABLE_BY_ALL;
        return target.executable() ? base | ((base & 0444) >> 2) : base & ~EXECUTE;
    }

    /**
     * Copy a target's staged file to a new file with its final mode.
     *
     * @param replaced what stands at the target
     * @throws IOException when the staged file is not as the host reported, or the file system refuses
     */
    public void copy(int number, Path fresh, Look replaced) throws IOException {
        Target target = site.request().targets().get(number);
        try (Site.Way way = site.toStaged(target.path())) {
            Path staged = way.folder().child(Site.nameOf(target.path()));
            if (!way.complete() || !(Look.at(staged) instanceof Look.Regular)) {
                throw notAsPromised(target, "is not there as a file");
            }
            MessageDigest digest = Sha256.digest();
            long size = copy(staged, fresh, digest, new Copied(number, mode(target, replaced)));
            if (size != target.size()) {
                throw notAsPromised(target, "has " + size + " bytes, but the host reported " + target.size());
            }
            if (!Sha256.hex(digest.digest()).equals(target.sha256())) {
                throw notAsPromised(target, "has another SHA-256 than the host reported");
            }
        }
    }

    private record Copied(int number, int mode) {}

    private IOException notAsPromised(Target target, String how) {
        return new IOException("the staged file " + target.path() + " in "
                + site.request().staging() + " " + how + "; nothing was promoted. Run the job again");
    }

    private long copy(Path staged, Path fresh, MessageDigest digest, Copied copied) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
        try (FileChannel in = FileChannel.open(staged, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
                FileChannel out = FileChannel.open(
                        fresh,
                        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            site.at("copying " + copied.number());
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
            Files.setAttribute(fresh, "unix:mode", copied.mode());
            if (sync) {
                out.force(true);
            }
            return size;
        }
    }
}
