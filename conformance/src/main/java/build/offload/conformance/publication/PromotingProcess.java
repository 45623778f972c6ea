package build.offload.conformance.publication;

import build.offload.spi.publish.PublicationStrategy;
import build.offload.spi.publish.PublicationStrategy.PromotionRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** Promotes in a process that can be killed. It says when it is about to begin, and begins when it is told to. */
final class PromotingProcess {

    private static final String READY = "ready";

    private PromotingProcess() {}

    static Duration promote(Yard yard, Duration after) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(List.of(
                        Path.of(property("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        property("java.class.path"),
                        PromotingProcess.class.getName(),
                        yard.strategy().getClass().getName(),
                        yard.outside().toString()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out = process.inputReader()) {
            if (!READY.equals(out.readLine())) {
                throw new IOException("a process of its own cannot make a "
                        + yard.strategy().getClass() + " by its public constructor; what it printed says why");
            }
            long start = System.nanoTime();
            process.getOutputStream().write('\n');
            process.getOutputStream().flush();
            process.waitFor(after.toMillis(), TimeUnit.MILLISECONDS);
            process.destroyForcibly().waitFor();
            return Duration.ofNanos(System.nanoTime() - start);
        }
    }

    private static String property(String name) {
        return Objects.requireNonNull(System.getProperty(name), name);
    }

    /** Promote what {@link Load} makes of a folder; the arguments are the strategy's class and the folder. */
    public static void main(String[] arguments) throws Exception {
        PublicationStrategy strategy = Class.forName(arguments[0])
                .asSubclass(PublicationStrategy.class)
                .getConstructor()
                .newInstance();
        PromotionRequest request = Load.request(new Yard(strategy, Path.of(arguments[1])));
        System.out.println(READY);
        if (System.in.read() == '\n') {
            strategy.promote(request);
        }
    }
}
