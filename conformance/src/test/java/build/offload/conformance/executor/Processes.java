package build.offload.conformance.executor;

import build.offload.spi.model.AttemptId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Looks at this machine's processes without the runner's help. */
final class Processes {

    private Processes() {}

    /** Return the processes that carry an attempt's mark in their environment. */
    static List<Long> marked(AttemptId attempt) {
        return ProcessHandle.allProcesses()
                .map(ProcessHandle::pid)
                .filter(pid -> environment(pid).contains("OFFLOAD_RUN=" + attempt))
                .toList();
    }

    private static List<String> environment(long pid) {
        try {
            byte[] bytes = Files.readAllBytes(Path.of("/proc/" + pid + "/environ"));
            return List.of(new String(bytes, StandardCharsets.ISO_8859_1).split("\0", -1));
        } catch (IOException gone) {
            return List.of();
        }
    }
}
