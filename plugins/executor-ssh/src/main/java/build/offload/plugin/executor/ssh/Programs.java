package build.offload.plugin.executor.ssh;

import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.ExecutorException.Kind;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.exec.CommandLine;
import org.apache.commons.exec.environment.EnvironmentUtils;
import org.apache.commons.exec.launcher.CommandLauncherFactory;

/** Launches OpenSSH's programs from argument vectors; no shell reads them on this side. */
final class Programs {

    private Programs() {}

    /** Start a program whose messages are in English, since some of them are read. */
    static Process launch(String program, List<String> arguments) throws ExecutorException {
        CommandLine line = new CommandLine(program);
        arguments.forEach(argument -> line.addArgument(argument, false));
        try {
            Map<String, String> environment = new TreeMap<>(EnvironmentUtils.getProcEnvironment());
            environment.put("LC_ALL", "C");
            return CommandLauncherFactory.createVMLauncher().exec(line, environment);
        } catch (IOException unstartable) {
            throw new ExecutorException(
                    Kind.UNREACHABLE,
                    "'" + program + "' cannot be started here: " + unstartable.getMessage()
                            + "; install the OpenSSH client",
                    unstartable);
        }
    }
}
