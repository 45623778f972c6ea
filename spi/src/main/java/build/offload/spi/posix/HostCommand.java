package build.offload.spi.posix;

import build.offload.spi.executor.ExecutorException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * One command for a host.
 *
 * @param tokens the program and its arguments, of characters that mean nothing to any shell
 * @param input writes what the command reads on standard input
 * @param output reads what the command prints on standard output
 * @param limit how long it may take at most
 */
public record HostCommand(List<String> tokens, Input input, Output output, Duration limit) {

    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_./:=@%+,-]+");

    public HostCommand {
        tokens = List.copyOf(tokens);
        for (String token : tokens) {
            if (!TOKEN.matcher(token).matches()) {
                throw new IllegalArgumentException("'" + token + "' would need quoting; such data travels as input");
            }
        }
    }

    /** Writes a command's input; called by one thread, which is interrupted when nothing is read any more. */
    @FunctionalInterface
    public interface Input {
        /** Write everything; the stream is closed afterwards. */
        void writeTo(OutputStream host) throws IOException;
    }

    /** Reads a command's output; called by one thread. */
    @FunctionalInterface
    public interface Output {
        /** Read until there is nothing more of use, and return whether it was complete, so that the ending matters no more. */
        boolean readFrom(InputStream host) throws IOException, ExecutorException;
    }
}
