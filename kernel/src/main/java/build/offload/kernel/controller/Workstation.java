package build.offload.kernel.controller;

import build.offload.spi.model.HostName;
import build.offload.spi.model.InvalidValueException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The name by which this very machine is known in the fleet. */
final class Workstation {

    private static final String NAMELESS = "workstation";

    private Workstation() {}

    /** Return the machine's own short name where it can be a host's name. */
    static HostName name() {
        try {
            String full = Files.readString(Path.of("/proc/sys/kernel/hostname"))
                    .strip()
                    .toLowerCase(Locale.ROOT);
            return new HostName(full.split("\\.", 2)[0]);
        } catch (IOException | InvalidValueException unfit) {
            return new HostName(NAMELESS);
        }
    }
}
