package build.offload.distribution.cli;

import build.offload.distribution.ExitCode;
import build.offload.distribution.Signals;
import build.offload.distribution.client.RuntimeFile;
import build.offload.distribution.configuration.Places;
import build.offload.distribution.launcher.ControllerProcess;
import build.offload.distribution.launcher.DetachedStart;
import build.offload.distribution.launcher.KernelStarter;
import build.offload.distribution.launcher.OwnCommand;
import build.offload.distribution.launcher.ServerLog;
import build.offload.kernel.controller.LogRedaction;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Starts the controller. */
@Command(
        name = "up",
        header = "Start the controller.",
        description =
                "It serves in the foreground until it is interrupted or stopped with 'offload down'. One state folder"
                        + " has one controller; a second one is refused.")
final class UpCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private PlaceOptions options = new PlaceOptions();

    @Option(
            names = "--detach",
            description =
                    "Start it in the background and return once it serves; it writes to controller.log in the state folder.")
    private boolean detach;

    UpCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        Places places = options.places(surroundings);
        if (detach) {
            startInBackground(places);
        } else {
            serve(places);
        }
        return ExitCode.SUCCESS.number();
    }

    private void startInBackground(Places places) {
        List<String> arguments = new ArrayList<>(List.of("up"));
        arguments.addAll(options.arguments(surroundings));
        RuntimeFile running = new DetachedStart(places, OwnCommand.with(arguments)).start();
        surroundings.print("serving at " + running.address() + ", process "
                + running.process().pid() + ", log " + places.log());
    }

    private void serve(Places places) {
        CountDownLatch stop = new CountDownLatch(1);
        Runnable onSignal = () -> {
            if (stop.getCount() == 0) {
                // Asked twice: whoever asks does not want to wait. Everything is durable at any moment.
                Runtime.getRuntime().halt(ExitCode.CANCELLED.number());
            }
            stop.countDown();
        };
        Signals.on("INT", onSignal);
        Signals.on("TERM", onSignal);
        LogRedaction redaction = new LogRedaction();
        ServerLog.setUp(redaction);
        new ControllerProcess(
                        places,
                        new KernelStarter(redaction::hide),
                        ProductVersion.text(),
                        line -> surroundings.complain(redaction.safe(line)))
                .serve(_ -> stop.await());
    }
}
