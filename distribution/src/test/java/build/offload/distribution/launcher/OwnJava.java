package build.offload.distribution.launcher;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The command line that runs the program under test in a process of its own. */
public final class OwnJava {

    private static final String MODULE = "build.offload.distribution";

    private OwnJava() {}

    /** Return it with the given arguments. */
    public static List<String> running(String... arguments) {
        String modulePath = ModuleLayer.boot().configuration().modules().stream()
                .map(module -> module.reference().location())
                .flatMap(Optional::stream)
                .filter(location -> location.getScheme().equals("file"))
                .map(location -> Path.of(location).toString())
                .collect(Collectors.joining(":"));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--add-modules",
                "jdk.unsupported",
                "-p",
                modulePath,
                "-m",
                MODULE + "/" + MODULE + ".Main"));
        command.addAll(List.of(arguments));
        return command;
    }
}
