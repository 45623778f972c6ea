package build.offload.distribution.cli;

import build.offload.distribution.ExitCode;
import build.offload.distribution.client.ControllerClient;
import build.offload.distribution.run.JobStream;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows a job's output. */
@Command(
        name = "logs",
        header =
                "Show a job's output: its standard output on ours, its standard error on ours, in the order they came.")
final class LogsCommand implements Callable<Integer> {

    private static final Duration FOLLOW_SILENCE = Duration.ofSeconds(45);
    /** The controller sends at once what it has; after this much silence that was all there is. */
    private static final Duration LOOK_SILENCE = Duration.ofMillis(1500);

    private final Surroundings surroundings;

    @Mixin
    private PlaceOptions places = new PlaceOptions();

    @Parameters(paramLabel = "JOB", description = "The job's id, or the first six digits of it or more.")
    private String job = "";

    @Option(
            names = {"-f", "--follow"},
            description = "Go on until the job is over.")
    private boolean follow;

    LogsCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        ControllerClient client = places.client(surroundings);
        JobStream stream = new JobStream(job, surroundings.stdout(), surroundings.stderr(), _ -> {});
        try {
            do {
                stream.readOn(client, follow ? FOLLOW_SILENCE : LOOK_SILENCE);
            } while (follow && !stream.finished());
        } catch (SocketTimeoutException silent) {
            if (follow) {
                throw client.unreachable(silent);
            }
        } catch (IOException broken) {
            throw client.unreachable(broken);
        }
        return ExitCode.SUCCESS.number();
    }
}
