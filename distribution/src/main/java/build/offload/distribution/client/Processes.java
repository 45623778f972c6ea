package build.offload.distribution.client;

import build.offload.spi.model.ProcessIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Tells processes apart beyond doubt, by what {@code /proc} says of them. */
public final class Processes {

    private static final Path PROC = Path.of("/proc");
    /** The start time is field 22; the fields are counted from the state, field 3, which follows the last bracket. */
    private static final int START_TICKS = 22 - 3;

    private Processes() {}

    /** Return the identity of the process with that id; empty when there is none, or only a dead one nobody has fetched. */
    public static Optional<ProcessIdentity> identityOf(long pid) {
        try {
            String stat = Files.readString(PROC.resolve(Long.toString(pid)).resolve("stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            boolean dead = fields[0].equals("Z") || fields[0].equals("X");
            return dead
                    ? Optional.empty()
                    : Optional.of(new ProcessIdentity(pid, Long.parseLong(fields[START_TICKS]), bootId()));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    /** Return the identity of this very process. */
    public static ProcessIdentity self() {
        return identityOf(ProcessHandle.current().pid())
                .orElseThrow(() -> new IllegalStateException("/proc does not show this process; is it mounted?"));
    }

    /** Return whether that process still runs. */
    public static boolean alive(ProcessIdentity process) {
        // Field by field: the equals of a record costs a command a tenth of its start.
        return identityOf(process.pid())
                .filter(found -> found.startTicks() == process.startTicks()
                        && found.bootId().equals(process.bootId()))
                .isPresent();
    }

    private static String bootId() throws IOException {
        return Files.readString(PROC.resolve("sys/kernel/random/boot_id")).strip();
    }
}
