package build.offload.kernel.reconcile;

import build.offload.kernel.snapshot.FolderTree;
import build.offload.spi.executor.OutputSink.Stream;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.InvalidValueException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Where an attempt's output, its staging folder and its promotion journal are on this machine. */
public record AttemptFiles(Path stateDirectory) {

    /** Return the file that takes one of an attempt's outputs. */
    public Path log(AttemptId attempt, Stream stream) {
        String name = switch (stream) {
            case STDOUT -> "stdout";
            case STDERR -> "stderr";
        };
        return logOf(attempt).resolve(name);
    }

    /** Return the folder that holds an attempt's outputs under their paths in the checkout. */
    public Path staging(AttemptId attempt) {
        return stagingOf(attempt).resolve("files");
    }

    /** Return the folder of an attempt's promotion journal; that it exists means the promotion was found to be allowed. */
    public Path journal(AttemptId attempt) {
        return stagingOf(attempt).resolve("journal");
    }

    /** Remove an attempt's outputs and its promotion journal; its log stays. */
    public void forgetStaging(AttemptId attempt) throws IOException {
        FolderTree.delete(stagingOf(attempt));
    }

    /** Return the attempts that have a staging folder. */
    List<AttemptId> staged() throws IOException {
        return attemptsIn(stagingRoot());
    }

    /** Return the attempts that have a log. */
    List<AttemptId> logged() throws IOException {
        return attemptsIn(logs());
    }

    /** Return the folder that holds an attempt's outputs and its promotion journal. */
    Path stagingOf(AttemptId attempt) {
        return stagingRoot().resolve(attempt.toString());
    }

    /** Return the folder that holds an attempt's log. */
    Path logOf(AttemptId attempt) {
        return logs().resolve(attempt.toString());
    }

    private Path logs() {
        return stateDirectory.resolve("logs");
    }

    private static List<AttemptId> attemptsIn(Path folder) throws IOException {
        if (Files.notExists(folder)) {
            return List.of();
        }
        try (var children = Files.list(folder)) {
            return children.map(child -> String.valueOf(child.getFileName()))
                    .flatMap(name -> attempt(name).stream())
                    .toList();
        }
    }

    private static Optional<AttemptId> attempt(String name) {
        try {
            return Optional.of(AttemptId.parse(name));
        } catch (InvalidValueException ofAnother) {
            return Optional.empty();
        }
    }

    /** Return the folder that all staging is below. */
    public Path stagingRoot() {
        return stateDirectory.resolve("staging");
    }

    /** Return whether a folder holds nothing, or is not there. */
    static boolean empty(Path folder) {
        String[] names = folder.toFile().list();
        return names == null || names.length == 0;
    }

    /** Make a folder empty, or make it at all. */
    public static void makeEmpty(Path folder) throws IOException {
        FolderTree.delete(folder);
        Files.createDirectories(folder);
    }
}
