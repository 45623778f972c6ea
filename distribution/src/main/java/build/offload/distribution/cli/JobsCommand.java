package build.offload.distribution.cli;

import build.offload.distribution.client.ControllerClient;
import build.offload.distribution.client.Json;
import build.offload.distribution.run.JobReport;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists jobs. */
@Command(name = "jobs", header = "List the newest jobs, finished ones too.")
final class JobsCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private ReadOptions options = new ReadOptions();

    @Option(names = "--limit", description = "How many to list; default ${DEFAULT-VALUE}.")
    private int limit = 50;

    JobsCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return options.show(
                surroundings, ControllerClient.api("jobs") + "?limit=" + limit, "listing the jobs", this::print);
    }

    private void print(Json answer) {
        Table table = new Table("JOB", "STAGE", "COMMAND", "HOST", "EXIT", "SUBMITTED", "REPOSITORY", "REMARK");
        for (Json job : answer.list("jobs")) {
            JobReport report = new JobReport(job);
            table.row(
                    JobReport.shortId(report.id()),
                    report.stageName(),
                    Words.text(job, "commandClass"),
                    report.host().orElse("-"),
                    Words.number(job, "rc"),
                    Words.age(job.at("times"), "submitted", surroundings.clock().instant()),
                    Words.text(job, "repo"),
                    report.reason().or(report::reasonCode).orElse(""));
        }
        if (table.empty()) {
            surroundings.print("no job yet; start one with: offload run -- COMMAND");
        } else {
            table.lines().forEach(surroundings::print);
        }
    }
}
