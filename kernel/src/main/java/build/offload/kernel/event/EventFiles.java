package build.offload.kernel.event;

import build.offload.kernel.store.ResumePoint;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The files of the event log: one that grows, and full ones beside it. Readable by their owner only. */
final class EventFiles implements AutoCloseable {

    private static final String PREFIX = "events-";
    private static final String SUFFIX = ".jsonl";
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private final Path folder;
    private Optional<FileChannel> channel = Optional.empty();

    EventFiles(Path folder) {
        this.folder = folder;
    }

    /** Return the point at which a file begins whose first event has the given number. */
    static ResumePoint start(long firstSeq) {
        return new ResumePoint(String.format(Locale.ROOT, "%s%020d%s", PREFIX, firstSeq, SUFFIX), 0, firstSeq - 1);
    }

    private static long firstSeq(ResumePoint point) {
        String name = point.file();
        return Long.parseLong(name.substring(PREFIX.length(), name.length() - SUFFIX.length()));
    }

    /** Return the file that grows. */
    Path active() {
        return folder.resolve("events" + SUFFIX);
    }

    /** Return whether the growing file is open, in its place, and of this length. */
    boolean endsAt(long length) throws IOException {
        return channel.isPresent() && Files.exists(active()) && Files.size(active()) == length;
    }

    /**
     * Open the growing file at a point, cutting off what is later, and return the point it then is at: the next file's start
     * when the point's file was full and renamed, the same file's start when it is shorter than it should be.
     */
    ResumePoint open(ResumePoint point) throws IOException {
        close();
        ResumePoint at = Files.exists(folder.resolve(point.file())) ? start(point.seq() + 1) : point;
        FileChannel opened = FileChannel.open(
                active(),
                Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE),
                PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        channel = Optional.of(opened);
        ResumePoint whole = opened.size() < at.byteOffset() ? start(firstSeq(at)) : at;
        opened.truncate(whole.byteOffset());
        opened.position(whole.byteOffset());
        return whole;
    }

    /** Append bytes; {@link #sync} makes them durable. */
    void append(byte[] bytes) throws IOException {
        FileChannel open = channel.orElseThrow();
        ByteBuffer left = ByteBuffer.wrap(bytes);
        while (left.hasRemaining()) {
            open.write(left);
        }
    }

    /** Make durable what was appended. */
    void sync() throws IOException {
        channel.orElseThrow().force(false);
    }

    /** Rename the full file to the name in its point, begin a new one, and delete the oldest beyond {@code kept}. */
    ResumePoint rotate(ResumePoint full, int kept) throws IOException {
        close();
        Files.move(active(), folder.resolve(full.file()), StandardCopyOption.ATOMIC_MOVE);
        syncFolder();
        deleteOldest(kept);
        return open(start(full.seq() + 1));
    }

    private void syncFolder() throws IOException {
        try (FileChannel directory = FileChannel.open(folder, StandardOpenOption.READ)) {
            directory.force(true);
        }
    }

    private void deleteOldest(int kept) throws IOException {
        List<Path> full;
        try (Stream<Path> all = Files.list(folder)) {
            full = all.filter(EventFiles::isFullFile).sorted().toList();
        }
        for (Path old : full.subList(0, Math.max(0, full.size() - kept))) {
            Files.deleteIfExists(old);
        }
    }

    private static boolean isFullFile(Path file) {
        return file.getFileName().toString().matches(PREFIX + "\\d{20}" + SUFFIX);
    }

    @Override
    public void close() {
        try {
            if (channel.isPresent()) {
                channel.get().close();
            }
        } catch (IOException alreadyBroken) {
            // It is opened again from a point that is certain.
        }
        channel = Optional.empty();
    }
}
