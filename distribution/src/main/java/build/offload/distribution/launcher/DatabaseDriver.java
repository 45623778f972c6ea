package build.offload.distribution.launcher;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Driver;
import java.util.Optional;

/**
 * PostgreSQL's driver, which lies beside the product's modules and not among them: it has no module description, and nobody
 * who keeps the state in a file should pay for it. It gets a module layer of its own when it is needed.
 */
final class DatabaseDriver {

    private static final String MODULE = "org.postgresql.jdbc";
    private static final String DRIVER = "org.postgresql.Driver";

    private DatabaseDriver() {}

    /** Load the driver of this product. */
    static Driver load() {
        Path folder = Optional.ofNullable(System.getProperty("offload.home"))
                .map(home -> Path.of(home, "drivers", "postgresql"))
                .orElseThrow(() -> missing("offload was not started by its script, which says where its driver is"));
        return load(folder);
    }

    /** Load the driver from a folder. */
    static Driver load(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw missing("the folder " + folder + " with its driver does not exist; unpack offload again");
        }
        ModuleLayer boot = DatabaseDriver.class.getModule().getLayer();
        try {
            return (Driver) new DropIn(folder)
                    .layer(boot)
                    .findLoader(MODULE)
                    .loadClass(DRIVER)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (LoadException | ReflectiveOperationException | IllegalArgumentException broken) {
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
