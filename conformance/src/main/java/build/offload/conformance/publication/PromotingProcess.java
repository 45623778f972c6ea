package build.offload.conformance.publication;

import build.offload.spi.publish.PublicationStrategy;
import build.offload.spi.publish.PublicationStrategy.PromotionRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** Promotes in a process that can be killed. It leaves a file when it is about to begin, since its streams belong to nobody. */
final class PromotingProcess {

    private static final long LOOK_AGAIN_MILLIS = 100;

    private PromotingProcess() {}

    static Duration promote(Yard yard, Duration after) throws IOException, InterruptedException {
        Path signs = Files.createTempDirectory("promoting");
        Path ready = signs.resolve("ready");
        try (WatchService watch = signs.getFileSystem().newWatchService()) {
            signs.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
            Process process = start(yard, ready);
            await(ready, process, watch, yard);
            long start = System.nanoTime();
            process.waitFor(after.toMillis(), TimeUnit.MILLISECONDS);
            process.destroyForcibly().waitFor();
            return Duration.ofNanos(System.nanoTime() - start);
        } finally {
            Files.deleteIfExists(ready);
            Files.delete(signs);
        }
    }

    private static Process start(Yard yard, Path ready) throws IOException {
        return new ProcessBuilder(List.of(
                        Path.of(property("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        property("java.class.path"),
                        PromotingProcess.class.getName(),
                        yard.strategy().getClass().getName(),
                        yard.outside().toString(),
                        ready.toString()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static void await(Path ready, Process process, WatchService watch, Yard yard)
            throws IOException, InterruptedException {
        while (!Files.exists(ready)) {
            if (!process.isAlive()) {
                throw new IOException("a process of its own cannot make a "
                        + yard.strategy().getClass() + " by its public constructor; what it printed says why");
            }
            watch.poll(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private static String property(String name) {
        return Objects.requireNonNull(System.getProperty(name), name);
    }

    /** Promote what {@link Load} makes of a folder; the arguments are the strategy's class, the folder, and the file to leave. */
    public static void main(String[] arguments) throws Exception {
        PublicationStrategy strategy = Class.forName(arguments[0])
                .asSubclass(PublicationStrategy.class)
                .getConstructor()
                .newInstance();
        PromotionRequest request = Load.request(new Yard(strategy, Path.of(arguments[1])));
        Files.createFile(Path.of(arguments[2]));
        strategy.promote(request);
    }
}
