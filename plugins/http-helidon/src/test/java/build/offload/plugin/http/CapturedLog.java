package build.offload.plugin.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;

/** Everything that is logged while it is open, down to the finest level. */
final class CapturedLog implements AutoCloseable {

    static {
        // The module under test has no use for java.logging; its tests do.
        ModuleLayer.boot().findModule("java.logging").ifPresent(CapturedLog.class.getModule()::addReads);
    }

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final StreamHandler handler = new StreamHandler(written, new SimpleFormatter());
    private final Logger root = Logger.getLogger("");
    private final Level before = root.getLevel();

    CapturedLog() {
        handler.setLevel(Level.ALL);
        root.setLevel(Level.ALL);
        root.addHandler(handler);
    }

    /** Return the entries so far, with what was thrown. */
    String text() {
        handler.flush();
        return written.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        root.removeHandler(handler);
        root.setLevel(before);
    }
}
