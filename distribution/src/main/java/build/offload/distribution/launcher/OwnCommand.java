package build.offload.distribution.launcher;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How this very program is started once more, with other arguments. */
public final class OwnCommand {

    private static final List<String> MODULE_OPTIONS = List.of("-m", "--module");

    private OwnCommand() {}

    /** Return the command line: the start script where that started us, else the present Java with the present options. */
    public static List<String> with(List<String> arguments) {
        List<String> command = new ArrayList<>(script().map(List::of).orElseGet(OwnCommand::java));
        command.addAll(arguments);
        return command;
    }

    /** Return the start script, when that started us. */
    public static Optional<String> script() {
        return Optional.ofNullable(System.getProperty("offload.command")).filter(path -> !path.isEmpty());
    }

    private static List<String> java() {
        try {
            String line = Files.readString(Path.of("/proc/self/cmdline"), StandardCharsets.UTF_8);
            List<String> words = List.of(line.split("\0", -1));
            int module = words.stream()
                    .filter(MODULE_OPTIONS::contains)
                    .findFirst()
                    .map(words::indexOf)
                    .orElse(-1);
            if (module < 0) {
                throw new IllegalStateException("offload was not started as a module; start it with its script");
            }
            List<String> command = new ArrayList<>(words.subList(0, module + 2));
            command.set(
                    0, Path.of(System.getProperty("java.home"), "bin", "java").toString());
            return command;
        } catch (IOException failed) {
            throw new IllegalStateException("/proc does not show this process; is it mounted?", failed);
        }
    }
}
