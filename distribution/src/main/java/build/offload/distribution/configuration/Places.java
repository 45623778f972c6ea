package build.offload.distribution.configuration;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Where the files of one controller are, by the XDG base directory rules unless named otherwise.
 *
 * @param configuration the configuration file, which need not exist
 * @param named whether somebody named that file, so that its absence is a mistake
 * @param state the folder of everything the controller keeps
 */
public record Places(Path configuration, boolean named, Path state) {

    private static final String PRODUCT = "offload";

    /** Find the places; the options win over the environment. */
    public static Places of(Map<String, String> environment, Optional<Path> configuration, Optional<Path> state) {
        Path home = Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")));
        Path file =
                base(environment, "XDG_CONFIG_HOME", home.resolve(".config")).resolve("config.toml");
        Path folder = base(environment, "XDG_STATE_HOME", home.resolve(".local").resolve("state"));
        return new Places(
                configuration.orElse(file).toAbsolutePath().normalize(),
                configuration.isPresent(),
                state.orElse(folder).toAbsolutePath().normalize());
    }

    // A relative path in these variables is to be ignored, says the rule.
    private static Path base(Map<String, String> environment, String variable, Path otherwise) {
        Path named = Path.of(environment.getOrDefault(variable, ""));
        return (named.isAbsolute() ? named : otherwise).resolve(PRODUCT);
    }

    /** Return a path that the configuration gives, relative to the configuration's own folder. */
    public Path beside(String path) {
        return configuration.resolveSibling(path).normalize();
    }

    /** Return where the operator's token is unless the configuration says otherwise. */
    public Path defaultToken() {
        return beside("token");
    }

    /** Return where the running controller says how it is reached. */
    public Path runtimeFile() {
        return state.resolve("controller.json");
    }

    /** Return the file the running controller holds a lock on. */
    public Path lockFile() {
        return state.resolve("controller.lock");
    }

    /** Return where a controller in the background writes what it would say in the foreground. */
    public Path log() {
        return state.resolve("controller.log");
    }
}
