package build.offload.kernel.event;

import build.offload.kernel.store.ResumePoint;
import build.offload.kernel.store.Store;
import build.offload.spi.frontend.EventView;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Writes the event table out to {@code events.jsonl}, a line for an event, in order. The table is the truth and the file its
 * projection: after a crash the file is cut back to the last resume point and goes on from there, so that no line is missing
 * and none is twice.
 *
 * <p>One thread ticks. A file that is full is renamed to {@code events-<number of its first event>.jsonl}; that name stands in
 * the resume point from the file's first line, so that a restart can tell whether the renaming had happened.
 */
public final class EventLog implements AutoCloseable {

    /** The projection's name in the store. */
    public static final String PROJECTION = "events.jsonl";

    private final Store store;
    private final ResumePoints points;
    private final EventLogSettings settings;
    private final EventFiles files;
    private Optional<ResumePoint> written = Optional.empty();
    private Optional<ResumePoint> saved = Optional.empty();

    /** Create a log over the files of a folder; nothing is touched before the first tick. */
    public EventLog(Path folder, Store store, ResumePoints points, EventLogSettings settings) {
        this.store = store;
        this.points = points;
        this.settings = settings;
        this.files = new EventFiles(folder);
    }

    /**
     * Write what is new, at most as many lines as the settings say, and return how many those were.
     *
     * @throws build.offload.kernel.store.StoreUnavailableException when the table cannot be read
     * @throws UncheckedIOException when the file cannot be written; the next tick begins again from what is certain
     */
    public int tick() {
        try {
            ResumePoint from = rotated(begun());
            List<EventView> events = store.read(tx -> tx.events().after(from.seq(), settings.linesPerTick()));
            ResumePoint to = events.isEmpty() ? from : advanced(from, events);
            written = Optional.of(to);
            if (saveIsDue(to, events.isEmpty())) {
                save(to);
            }
            return events.size();
        } catch (IOException failed) {
            files.close();
            throw new UncheckedIOException(files.active() + " cannot be written: " + failed.getMessage(), failed);
        }
    }

    /** Make sure the file ends where we think it does; after a failure, on start, or when somebody moved it, it may not. */
    private ResumePoint begun() throws IOException {
        if (written.isPresent() && files.endsAt(written.get().byteOffset())) {
            return written.get();
        }
        ResumePoint point = files.open(written.or(this::durable).orElse(EventFiles.start(1)));
        written = Optional.of(point);
        saved = durable();
        return point;
    }

    private Optional<ResumePoint> durable() {
        return store.read(tx -> tx.projections().find(PROJECTION));
    }

    /** Begin a new file when the present one is full, and the store knows how far it goes. */
    private ResumePoint rotated(ResumePoint point) throws IOException {
        if (point.byteOffset() < settings.rotateBytes() || !durable().equals(Optional.of(point))) {
            return point;
        }
        ResumePoint next = files.rotate(point, settings.keptFiles());
        save(next);
        return next;
    }

    private ResumePoint advanced(ResumePoint from, List<EventView> events) throws IOException {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        for (EventView event : events) {
            lines.writeBytes(EventLine.of(event));
        }
        files.append(lines.toByteArray());
        return new ResumePoint(
                from.file(), from.byteOffset() + lines.size(), events.getLast().seq());
    }

    /** Each resume point costs a commit, so they are spared while lines keep coming. */
    private boolean saveIsDue(ResumePoint point, boolean nothingNew) {
        boolean sameFile =
                saved.filter(last -> last.file().equals(point.file())).isPresent();
        long unsaved = point.byteOffset() - (sameFile ? saved.orElse(point).byteOffset() : 0);
        boolean due = nothingNew || unsaved >= settings.saveBytes() || point.byteOffset() >= settings.rotateBytes();
        return due && !saved.equals(Optional.of(point));
    }

    private void save(ResumePoint point) throws IOException {
        files.sync();
        written = Optional.of(point);
        saved = written;
        points.save(PROJECTION, point);
    }

    @Override
    public void close() {
        files.close();
    }
}
