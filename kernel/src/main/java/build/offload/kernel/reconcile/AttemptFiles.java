package build.offload.kernel.reconcile;

import build.offload.spi.executor.OutputSink.Stream;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.InvalidValueException;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
        remove(stagingOf(attempt));
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
        remove(folder);
        Files.createDirectories(folder);
    }

    /** Remove a folder with all that is in it, also while somebody else does; links are removed, not followed. */
    public static void remove(Path folder) throws IOException {
        if (Files.notExists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
                if (failure != null) {
                    throw failure;
                }
                Files.deleteIfExists(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
