package build.offload.spi.posix;

import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.ExecutorException.Kind;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * A runner's answer as it comes: lines of words, lengths before anything longer, and {@code end}. What breaks off is an
 * {@link EOFException}; what a runner cannot have said is an {@link ExecutorException} of kind {@code PROTOCOL}.
 */
final class Answer {

    private static final String GREETING = "offload-answer ";
    private static final String VERSION = "1";
    private static final int GREETING_LIMIT = 80;
    private static final int LINE_LIMIT = 8 * 1024;
    private static final int NOISE_LIMIT = 1024 * 1024;
    private static final int TEXT_LIMIT = 1024 * 1024;

    private final InputStream in;

    private Answer(InputStream in) {
        this.in = in;
    }

    /** Return the answer to a verb, past whatever a log-in shell printed before it; empty when none began. */
    static Optional<Answer> find(InputStream in, String verb) throws IOException, ExecutorException {
        StringBuilder line = new StringBuilder();
        for (int count = 0; count < NOISE_LIMIT; count++) {
            int next = in.read();
            if (next == '\n' && greets(line.toString(), verb)) {
                return Optional.of(new Answer(in));
            }
            if (next < 0) {
                return Optional.empty();
            }
            if (next == '\n' || line.length() > GREETING_LIMIT) {
                line.setLength(0);
            } else {
                line.append((char) next);
            }
        }
        return Optional.empty();
    }

    /** Fails where it is the greeting of a runner of another version, whose answer would be read wrongly. */
    private static boolean greets(String line, String verb) throws ExecutorException {
        if (!line.startsWith(GREETING) || !line.endsWith(" " + verb)) {
            return false;
        }
        String version = line.substring(GREETING.length(), line.length() - verb.length() - 1);
        if (!version.equals(VERSION) && version.matches("[0-9]{1,6}")) {
            throw new ExecutorException(
                    Kind.PROTOCOL,
                    "the host's runner speaks version " + version + " of the protocol, and this controller version "
                            + VERSION + "; have one version of offload on both");
        }
        return version.equals(VERSION);
    }

    /** Return the next line's words; a failure that the runner reports is thrown. */
    String[] words() throws IOException, ExecutorException {
        String[] words = line().split(" ", -1);
        if (words[0].equals("failed")) {
            throw failure(words);
        }
        return words;
    }

    /** Return the next line's words, which begin with the given one. */
    String[] words(String first, int count) throws IOException, ExecutorException {
        String[] words = words();
        if (!words[0].equals(first) || words.length != count) {
            throw nonsense("where '" + first + "' was due", String.join(" ", words));
        }
        return words;
    }

    /** Read the line that ends an answer. */
    void end() throws IOException, ExecutorException {
        words("end", 1);
    }

    /** Return the text that a length announced, and read the line's end behind it. */
    String text(String length) throws IOException, ExecutorException {
        byte[] bytes = exactly((int) number(length, TEXT_LIMIT));
        if (in.read() != '\n') {
            throw nonsense("behind a text of " + length + " bytes", "");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private byte[] exactly(int count) throws IOException {
        byte[] bytes = in.readNBytes(count);
        if (bytes.length < count) {
            throw new EOFException("the answer broke off");
        }
        return bytes;
    }

    /** Read up to as many bytes as the buffer takes and the rest allows, at least one. */
    int some(byte[] buffer, long rest) throws IOException {
        int read = in.read(buffer, 0, (int) Math.min(buffer.length, rest));
        if (read < 0) {
            throw new EOFException("the answer broke off");
        }
        return read;
    }

    /** Return the bytes up to the next NUL; empty after the last record of a list. */
    byte[] record() throws IOException, ExecutorException {
        byte[] record = new byte[256];
        int length = 0;
        for (int next = in.read(); next != 0; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the answer broke off");
            }
            if (length == LINE_LIMIT) {
                throw nonsense("a name of more than " + LINE_LIMIT + " bytes", "");
            }
            if (length == record.length) {
                record = Arrays.copyOf(record, length * 2);
            }
            record[length++] = (byte) next;
        }
        return Arrays.copyOf(record, length);
    }

    /** Return the next line as it is. */
    String line() throws IOException, ExecutorException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the answer broke off");
            }
            if (line.length() == LINE_LIMIT) {
                throw nonsense("a line of more than " + LINE_LIMIT + " bytes", line.substring(0, 80));
            }
            line.append((char) next);
        }
        return line.toString();
    }

    /** Return a count within its bounds. */
    static long number(String word, long most) throws ExecutorException {
        try {
            long number = Long.parseLong(word);
            if (number >= 0 && number <= most) {
                return number;
            }
        } catch (NumberFormatException odd) {
            throw nonsense("where a number was due", word);
        }
        throw nonsense("where a number up to " + most + " was due", word);
    }

    static ExecutorException nonsense(String where, String what) {
        return new ExecutorException(Kind.PROTOCOL, "the host answered '" + what + "' " + where);
    }

    private ExecutorException failure(String[] words) throws IOException, ExecutorException {
        if (words.length != 3) {
            throw nonsense("as a failure", String.join(" ", words));
        }
        String text = text(words[2]);
        return switch (words[1]) {
            case "disk-full" -> new ExecutorException(Kind.DISK_FULL, text);
            case "capability-missing" -> new ExecutorException(Kind.CAPABILITY_MISSING, text);
            case "broken" -> new ExecutorException(Kind.PROTOCOL, text, new BrokenMirrorException());
            default -> new ExecutorException(Kind.PROTOCOL, text);
        };
    }

    /** Marks a failure that making the host's mirror anew may cure. */
    static final class BrokenMirrorException extends Exception {
        private static final long serialVersionUID = 1L;
    }
}
