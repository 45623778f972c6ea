package build.offload.distribution.cli;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;

/** Everything a command takes from the process it runs in. */
public record Surroundings(
        Map<String, String> environment,
        Path folder,
        OutputStream stdout,
        OutputStream stderr,
        Terminal terminal,
        InstantSource clock) {

    /** Return those of this process; its outputs are not buffered, so that a build's bytes pass through as they come. */
    public static Surroundings ofThisProcess() {
        return new Surroundings(
                System.getenv(),
                Path.of("").toAbsolutePath(),
                new FileOutputStream(FileDescriptor.out),
                new FileOutputStream(FileDescriptor.err),
                Terminal.ofThisProcess(),
                InstantSource.system());
    }

    /** Return a path as it is from anywhere. */
    String absolute(Path path) {
        return folder.resolve(path).normalize().toString();
    }

    /** Write a line to standard output. */
    void print(String line) {
        write(stdout, (line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Write bytes and a line's end to standard output. */
    void print(byte[] bytes) {
        write(stdout, bytes);
        write(stdout, new byte[] {'\n'});
    }

    /** Write a line of ours to standard error, marked as such. */
    void complain(String text) {
        for (String line : text.split("\n")) {
            write(stderr, ("offload: " + line + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Tell a failure to standard error and return the exit code it means. */
    int tell(Exception failure) {
        if (environment.containsKey("OFFLOAD_TRACE")) {
            failure.printStackTrace(new PrintStream(stderr, true, StandardCharsets.UTF_8));
        }
        if (failure instanceof CommandFailure ours) {
            complain(String.valueOf(ours.getMessage()));
            return ours.code().number();
        }
        complain("a fault in offload itself: " + failure
                + "\nrun it again with OFFLOAD_TRACE=1 in the environment to see where");
        return ExitCode.INTERNAL.number();
    }

    // Nobody reads any more, so there is nobody to tell.
    private static void write(OutputStream out, byte[] bytes) {
        try {
            out.write(bytes);
            out.flush();
        } catch (IOException readerGone) {
            return;
        }
    }
}
