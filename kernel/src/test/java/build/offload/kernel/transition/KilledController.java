package build.offload.kernel.transition;

import build.offload.kernel.redact.Redactor;
import build.offload.kernel.store.FaultPlan;
import build.offload.kernel.store.Store;
import build.offload.kernel.store.StoreBackend;
import build.offload.kernel.world.World;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A controller in a process of its own, for a test to kill: several callers ask for one change after the other, each under a
 * key of its own, until the process is gone. Into a file goes, in one write each, what is asked and what was answered;
 * what was asked before and never answered is asked again first.
 */
final class KilledController {

    private static final int CALLERS = 4;

    private final Pipeline pipeline;
    private final FileOutputStream log;
    private final ConcurrentLinkedQueue<String> unanswered;

    private KilledController(Pipeline pipeline, FileOutputStream log, Set<String> unanswered) {
        this.pipeline = pipeline;
        this.log = log;
        this.unanswered = new ConcurrentLinkedQueue<>(unanswered);
    }

    /** Take the address of the database, the log, and a word that no other life of this controller was given. */
    public static void main(String[] arguments) throws IOException {
        World world = World.system();
        Path file = Path.of(arguments[1]);
        Set<String> open = unanswered(Files.readAllLines(file));
        FileOutputStream log = new FileOutputStream(file.toFile(), true);
        Store store = StoreBackend.at(arguments[0]).open(world, new FaultPlan());
        Registration registration = Registration.open(store, PipelineRig.CONTROLLER, world);
        Pipeline pipeline =
                new Pipeline(registration, new ScriptedSteps(), world, new Redactor(), PipelineSettings.defaults());
        KilledController controller = new KilledController(pipeline, log, open);
        Thread.ofPlatform().start(pipeline::run);
        for (int caller = 0; caller < CALLERS; caller++) {
            String prefix = arguments[2] + "-" + caller + "-";
            Thread.ofPlatform().start(() -> controller.call(prefix));
        }
    }

    /** Return what a log says was asked and not answered, in the order of the asking. */
    static Set<String> unanswered(List<String> log) {
        Set<String> answered = new HashSet<>();
        Set<String> asked = new LinkedHashSet<>();
        for (String line : log) {
            String[] words = line.split(" ", -1);
            (words[0].equals("asked") ? asked : answered).add(words[1]);
        }
        asked.removeAll(answered);
        return asked;
    }

    private void call(String prefix) {
        for (int i = 0; ; i++) {
            String again = unanswered.poll();
            String name = again == null ? prefix + i : again;
            write("asked " + name);
            Outcome outcome = pipeline.submit(PipelineRig.keyed(name, name)).join();
            if (outcome instanceof Outcome.Committed committed) {
                write("committed " + name + " " + committed.revision());
            }
        }
    }

    /** One write of a whole line: what was written when the process is killed stays written. */
    private void write(String line) {
        try {
            log.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
