package build.offload.distribution.launcher;

import java.util.logging.Level;
import java.util.logging.Logger;

/** How a controller's own log looks: one line for each record, and of the server's chatter the warnings only. */
public final class ServerLog {

    private static final String FORMAT = "%1$tFT%1$tT.%1$tL%1$tz %4$s %3$s: %5$s%6$s%n";

    /** Held here, since a logger nobody holds is made anew without its level. */
    private static final Logger SERVER = Logger.getLogger("io.helidon");

    private ServerLog() {}

    /** Set it up; to be called before anything is logged. */
    public static void setUp() {
        // A format that was given on the command line stays.
        String property = "java.util.logging.SimpleFormatter.format";
        System.setProperty(property, System.getProperty(property, FORMAT));
        SERVER.setLevel(Level.WARNING);
    }
}
