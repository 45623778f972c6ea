package build.offload.conformance.executor;

import build.offload.spi.executor.ExecutorContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** This very machine as a host, with folders of its own for each test; subclasses say how it is reached. */
abstract class HostHere {

    @TempDir
    Path folder;

    VisibleBench bench;

    /** Return this machine as a host, with the folder that it is to use. */
    abstract VisibleBench open() throws Exception;

    @BeforeEach
    void setUp() throws Exception {
        bench = open();
    }

    @AfterEach
    void awaitWhatSweepsBegan() {
        Sweeps.awaitEnd(bench.root);
    }

    /** Return what an executor is given, with a state folder below the given one. */
    static ExecutorContext context(Path folder) throws IOException {
        Path state = Files.createDirectories(folder.resolve("state"));
        return new ExecutorContext(state, "0123456789abcdef", Duration.ofSeconds(10), Duration.ofSeconds(15));
    }
}
