package build.offload.distribution.launcher;

import build.offload.kernel.controller.LogRedaction;
import java.util.Arrays;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/**
 * How a controller's own log looks: one line for each record, without secrets, and of the server's chatter the warnings only.
 */
public final class ServerLog {

    private static final String FORMAT = "%1$tFT%1$tT.%1$tL%1$tz %4$s %3$s: %5$s%6$s%n";

    /** Held here, since a logger nobody holds is made anew without its level. */
    private static final Logger SERVER = Logger.getLogger("io.helidon");

    private ServerLog() {}

    /** Set it up; to be called before anything is logged. */
    public static void setUp(LogRedaction redaction) {
        // A format that was given on the command line stays.
        String property = "java.util.logging.SimpleFormatter.format";
        System.setProperty(property, System.getProperty(property, FORMAT));
        SERVER.setLevel(Level.WARNING);
        Arrays.stream(Logger.getLogger("").getHandlers())
                .forEach(handler -> handler.setFormatter(new SafeFormatter(redaction)));
    }

    /** Formats a record as ever and takes out what nobody may read: a stack trace can carry an address with a password. */
    static final class SafeFormatter extends SimpleFormatter {

        private final LogRedaction redaction;

        SafeFormatter(LogRedaction redaction) {
            this.redaction = redaction;
        }

        @Override
        public String format(LogRecord record) {
            return redaction.safe(super.format(record));
        }
    }
}
