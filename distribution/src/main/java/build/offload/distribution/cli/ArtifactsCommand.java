package build.offload.distribution.cli;

import build.offload.distribution.client.ControllerClient;
import build.offload.distribution.client.Json;
import build.offload.distribution.run.JobReport;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what a job brought back. */
@Command(name = "artifacts", header = "List what a job brought back, and what keeps it out of the checkout.")
final class ArtifactsCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private ReadOptions options = new ReadOptions();

    @Parameters(paramLabel = "JOB", description = "The job's id, or the first six digits of it or more.")
    private String job = "";

    @Option(names = "--limit", description = "How many files to list; default ${DEFAULT-VALUE}.")
    private int limit = 1000;

    ArtifactsCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return options.show(
                surroundings,
                ControllerClient.api("jobs", job, "artifacts") + "?limit=" + limit,
                "asking what job " + job + " brought back",
                this::print);
    }

    private void print(Json answer) {
        JobReport report = new JobReport(answer);
        surroundings.print(headline(answer, report));
        answer.text("staging").ifPresent(folder -> surroundings.print("kept in " + folder));
        Table table = new Table("PATH", "SIZE", "SHA-256", "REMARK");
        for (Json file : answer.list("files")) {
            table.row(Words.text(file, "path"), Words.number(file, "size"), Words.text(file, "sha256"), remark(file));
        }
        for (Json conflict : answer.list("conflicts")) {
            table.row(Words.text(conflict, "path"), "-", "-", "in the way: " + Words.text(conflict, "reason"));
        }
        if (!table.empty()) {
            table.lines().forEach(surroundings::print);
        }
        next(answer, report);
    }

    private static String headline(Json answer, JobReport report) {
        String why = report.reason().map(reason -> ": " + reason).orElse("");
        return String.format(
                Locale.ROOT,
                "job %s is %s, publication %s, %d file(s) of %d bytes%s",
                JobReport.shortId(report.id()),
                report.stageName(),
                answer.text("publication", "none"),
                answer.number("count").orElse(0),
                answer.number("bytes").orElse(0),
                why);
    }

    private static String remark(Json file) {
        String blocked =
                file.text("blocked").map(reason -> "blocked: " + reason).orElse("");
        return (file.flag("executable") ? "executable " : "") + blocked;
    }

    private void next(Json answer, JobReport report) {
        if (answer.text("publication", "").equals("blocked")) {
            String id = JobReport.shortId(report.id());
            if (answer.flag("publishable")) {
                surroundings.print("try again once nothing stands in the way: offload publish " + id);
            }
            surroundings.print("give it up: offload discard " + id);
        }
    }
}
