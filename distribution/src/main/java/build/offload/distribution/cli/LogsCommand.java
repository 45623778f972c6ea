package build.offload.distribution.cli;

import build.offload.distribution.ExitCode;
import build.offload.distribution.client.ControllerClient;
import build.offload.distribution.run.JobStream;
import java.io.IOException;
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

    private static final Duration SILENCE = Duration.ofSeconds(45);

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
            if (!follow) {
                stream.readWhatThereIs(client, SILENCE);
            }
            while (follow && !stream.finished()) {
                stream.readOn(client, SILENCE);
            }
        } catch (IOException broken) {
            throw client.unreachable(broken);
        }
        return ExitCode.SUCCESS.number();
    }
}
