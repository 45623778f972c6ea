package build.offload.distribution.launcher;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * PostgreSQL's driver, which lies beside the product's modules and not among them: it has no module description, and nobody
 * who keeps the state in a file should pay for it. It gets a module layer of its own when it is needed.
 */
final class DatabaseDriver {

    private static final String MODULE = "org.postgresql.jdbc";

    private DatabaseDriver() {}

    /** Return by what the driver of this product is found. */
    static ClassLoader load() {
        Path folder = Optional.ofNullable(System.getProperty("offload.home"))
                .map(home -> Path.of(home, "drivers", "postgresql"))
                .orElseThrow(() -> missing("offload was not started by its script, which says where its driver is"));
        return load(folder);
    }

    /** Return by what the driver in a folder is found. */
    static ClassLoader load(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw missing("the folder " + folder + " with its driver does not exist; unpack offload again");
        }
        try {
            return new DropIn(folder)
                    .layer(DatabaseDriver.class.getModule().getLayer())
                    .findLoader(MODULE);
        } catch (LoadException | IllegalArgumentException broken) {
            throw new CommandFailure(
                    ExitCode.INFRASTRUCTURE,
                    "PostgreSQL's driver in " + folder + " cannot be loaded: " + broken,
                    broken);
        }
    }

    private static CommandFailure missing(String why) {
        return new CommandFailure(ExitCode.INFRASTRUCTURE, "the store is PostgreSQL, and " + why);
    }
}
