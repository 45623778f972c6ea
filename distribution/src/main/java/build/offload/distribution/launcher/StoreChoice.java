package build.offload.distribution.launcher;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import build.offload.distribution.configuration.Configuration.Store;
import build.offload.distribution.configuration.SecretFile;
import build.offload.distribution.launcher.ControllerStarter.Launch;
import build.offload.kernel.controller.SharedDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Which store a controller is started on. A state folder remembers that its controller's state is in a database, so that a
 * configuration that cannot be read does not start the controller on an empty file in its place.
 */
final class StoreChoice {

    private final Launch launch;
    private final Path reminder;

    StoreChoice(Launch launch) {
        this.launch = launch;
        this.reminder = launch.places().state().resolve("state-is-in-a-database");
    }

    /**
     * Return the database that is configured; empty for the file in the state folder.
     *
     * @throws CommandFailure when it cannot be told, or the database's driver or password cannot be had
     */
    Optional<SharedDatabase> database() throws IOException {
        Optional<Store> store = launch.configuration().store();
        if (store.isPresent()) {
            Files.writeString(reminder, "The configuration said so. Without a [store] there this file goes.\n");
        } else if (isUncertain()) {
            throw new CommandFailure(
                    ExitCode.CONFIGURATION,
                    "the configuration is broken, and what it says of [store] cannot be relied on; correct it: "
                            + launch.problems().getFirst());
        } else {
            Files.deleteIfExists(reminder);
        }
        return store.map(StoreChoice::database);
    }

    private boolean isUncertain() {
        return launch.problems().stream()
                .anyMatch(problem -> problem.key().startsWith("store") || Files.exists(reminder));
    }

    private static SharedDatabase database(Store store) {
        return new SharedDatabase(
                DatabaseDriver.load(),
                store.url(),
                store.user(),
                store.passwordFile().map(SecretFile::readPassword));
    }
}
