package build.offload.kernel.reconcile;

import build.offload.spi.executor.OutputSink.Stream;
import build.offload.spi.model.AttemptId;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Where an attempt's output, its staging folder and its promotion journal are on this machine. */
public record AttemptFiles(Path stateDirectory) {

    /** Return the file that takes one of an attempt's outputs. */
    public Path log(AttemptId attempt, Stream stream) {
        String name = switch (stream) {
            case STDOUT -> "stdout";
            case STDERR -> "stderr";
        };
        return stateDirectory.resolve("logs").resolve(attempt.toString()).resolve(name);
    }

    /** Return the folder that holds an attempt's outputs under their paths in the checkout. */
    public Path staging(AttemptId attempt) {
        return stagingRoot().resolve(attempt.toString()).resolve("files");
    }

    /** Return the folder of an attempt's promotion journal; that it exists means the promotion was found to be allowed. */
    public Path journal(AttemptId attempt) {
        return stagingRoot().resolve(attempt.toString()).resolve("journal");
    }

    /** Remove an attempt's outputs and its promotion journal; its log stays. */
    public void forgetStaging(AttemptId attempt) throws IOException {
        remove(stagingRoot().resolve(attempt.toString()));
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
        remove(folder);
        Files.createDirectories(folder);
    }

    /** Remove a folder with all that is in it; links are removed, not followed. */
    public static void remove(Path folder) throws IOException {
        if (Files.notExists(folder)) {
            return;
        }
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
                if (failure != null) {
                    throw failure;
                }
                Files.delete(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
