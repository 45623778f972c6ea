package build.offload.kernel.snapshot;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * A git index file of version 2, as far as captures need it: what git stored of each file, and how the file stood right
 * before git read it. Read here rather than printed by git, which saves a process and keeps the nanoseconds.
 *
 * @param checksum the index's own digest, which changes with every change of it
 */
record GitIndex(List<Entry> entries, String checksum) {

    static final GitIndex EMPTY = new GitIndex(List.of(), "none");

    private static final int SIGNATURE = 0x44495243;
    private static final int DIGEST = 20;
    private static final int HEADER = 12;
    private static final int FIXED_PART = 62;
    private static final int EXTENDED = 0x4000;
    private static final long SECOND = 1_000_000_000L;

    /**
     * One file in the index. Inode and size are the low 32 bits of the truth, which is all that an index keeps.
     *
     * @param changed time of the inode's last change, nanoseconds since the epoch
     * @param modified time of the content's last change, nanoseconds since the epoch
     */
    record Entry(TreePath path, int mode, String objectId, long changed, long modified, int inode, int size) {

        /** Return whether a file that stands so has not been touched since git looked at it. */
        boolean matches(FileStatus status) {
            return status.entryMode().isPresent()
                    && status.entryMode().equals(EntryMode.of(mode))
                    && changed == asKept(status.stamp().changedNanos())
                    && modified == asKept(status.stamp().modifiedNanos())
                    && inode == (int) status.stamp().inode()
                    && size == (int) status.stamp().size();
        }

        long changedSecond() {
            return Math.floorDiv(changed, SECOND);
        }

        long modifiedSecond() {
            return Math.floorDiv(modified, SECOND);
        }
    }

    /** Read an index; empty when there is none or it is damaged. */
    static Optional<GitIndex> read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        byte[] bytes = Files.readAllBytes(file);
        return intact(bytes) ? Optional.of(parse(bytes)) : Optional.empty();
    }

    private static boolean intact(byte[] bytes) {
        if (bytes.length < HEADER + DIGEST) {
            return false;
        }
        ByteBuffer header = ByteBuffer.wrap(bytes);
        return header.getInt() == SIGNATURE
                && header.getInt() == 2
                && Digests.sha1(bytes, bytes.length - DIGEST).equals(checksum(bytes));
    }

    private static String checksum(byte[] bytes) {
        return HexFormat.of().formatHex(bytes, bytes.length - DIGEST, bytes.length);
    }

    /** Return the checksum that an index file carries. */
    static String checksumOf(Path file) throws IOException {
        return checksum(Files.readAllBytes(file));
    }

    private static GitIndex parse(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes).position(8);
        int count = in.getInt();
        List<Entry> entries = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            entries.add(entry(bytes, in));
        }
        return new GitIndex(List.copyOf(entries), checksum(bytes));
    }

    private static Entry entry(byte[] bytes, ByteBuffer in) {
        int start = in.position();
        long changed = time(in);
        long modified = time(in);
        int inode = in.getInt(start + 20);
        int mode = in.getInt(start + 24);
        int size = in.getInt(start + 36);
        String objectId = HexFormat.of().formatHex(bytes, start + 40, start + 60);
        if ((in.getShort(start + 60) & EXTENDED) != 0) {
            throw new IllegalStateException("an index of version 2 has no extended entries");
        }
        int name = start + FIXED_PART;
        int end = name;
        while (bytes[end] != 0) {
            end++;
        }
        in.position(start + (end - start) / 8 * 8 + 8);
        return new Entry(TreePath.of(bytes, name, end), mode, objectId, changed, modified, inode, size);
    }

    private static long time(ByteBuffer in) {
        return Integer.toUnsignedLong(in.getInt()) * SECOND + Integer.toUnsignedLong(in.getInt());
    }

    /** Return a time as an index keeps it: seconds in 32 bits, nanoseconds beside them. */
    private static long asKept(long nanos) {
        return (Math.floorDiv(nanos, SECOND) & 0xFFFF_FFFFL) * SECOND + Math.floorMod(nanos, SECOND);
    }
}
