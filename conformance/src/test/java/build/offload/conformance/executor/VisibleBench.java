package build.offload.conformance.executor;

import build.offload.spi.executor.BuildHost;
import java.io.IOException;
import java.nio.file.Path;

/** A bench whose host is this very machine, so that a test sees what lies there. */
final class VisibleBench extends Bench {

    final Path root;

    /**
     * Create a bench.
     *
     * @param root the folder that the host is to use
     */
    VisibleBench(Path folder, Path root, BuildHost host) throws IOException {
        super(folder, host);
        this.root = root;
    }

    Path place(int number) {
        return root.resolve("attempts").resolve(attempt(number).toString());
    }

    Path workspace(int number) {
        return place(number).resolve("work");
    }
}
