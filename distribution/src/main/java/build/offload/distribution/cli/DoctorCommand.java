package build.offload.distribution.cli;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import build.offload.distribution.client.ControllerClient;
import build.offload.distribution.client.Operator;
import build.offload.distribution.doctor.Finding;
import build.offload.distribution.doctor.Finding.Verdict;
import build.offload.distribution.doctor.HostCheck;
import build.offload.distribution.doctor.MachineCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Says what is missing. */
@Command(
        name = "doctor",
        header = "Say what is missing on this machine or a host, and how to get it.",
        description = "Exits with 1 when something is missing. What is absent is needed only by jobs that ask for it.")
final class DoctorCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private PlaceOptions places = new PlaceOptions();

    @Parameters(
            paramLabel = "HOST",
            arity = "0..1",
            description = "The host to look at; default: this machine and every host.")
    private Optional<String> host = Optional.empty();

    DoctorCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        List<Finding> findings = host.map(this::ofHost).orElseGet(this::ofEverything);
        findings.forEach(this::print);
        boolean good = findings.stream().noneMatch(finding -> finding.verdict() == Verdict.BAD);
        return (good ? ExitCode.SUCCESS : ExitCode.CHECK_FAILED).number();
    }

    private List<Finding> ofHost(String name) {
        Operator operator = places.operator(surroundings);
        return HostCheck.findings(
                operator.get(ControllerClient.api("hosts", name)).expect("looking at " + name));
    }

    private List<Finding> ofEverything() {
        List<Finding> findings =
                new ArrayList<>(new MachineCheck(places.places(surroundings), surroundings.environment()).findings());
        try {
            places.operator(surroundings)
                    .get(ControllerClient.api("hosts"))
                    .expect("listing the hosts")
                    .list("hosts")
                    .forEach(found -> findings.addAll(HostCheck.findings(found)));
        } catch (CommandFailure failure) {
            // That it does not run is among the findings already.
            if (failure.code() != ExitCode.NO_CONTROLLER) {
                throw failure;
            }
        }
        return findings;
    }

    private void print(Finding finding) {
        String verdict = switch (finding.verdict()) {
            case GOOD -> "ok       ";
            case ABSENT -> "absent   ";
            case BAD -> "MISSING  ";
        };
        surroundings.print(verdict + finding.subject() + (finding.detail().isEmpty() ? "" : ": " + finding.detail()));
        if (!finding.remedy().isEmpty()) {
            surroundings.print("         " + finding.remedy());
        }
    }
}
