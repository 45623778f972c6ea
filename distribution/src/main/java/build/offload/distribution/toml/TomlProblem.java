package build.offload.distribution.toml;

import java.nio.file.Path;

/**
 * What is wrong in a file, and where.
 *
 * @param line from 1
 * @param key the dotted path of the key; empty where the text is not TOML at all
 */
public record TomlProblem(Path file, int line, String key, String reason) {

    @Override
    public String toString() {
        return file + ":" + line + ": " + (key.isEmpty() ? "" : key + ": ") + reason;
    }
}
