package build.offload.spi.posix;

import java.nio.charset.StandardCharsets;

/**
 * Writes any text as one line of characters that mean nothing to a shell: letters, digits and {@code _./:=@+,-} stand for
 * themselves, every other byte is a backslash, a zero and three octal digits, which {@code printf %b} undoes.
 */
final class OctalText {

    private static final String PLAIN = "_./:=@+,-";

    private OctalText() {}

    /** Return the line for a text; what cannot be an argument of a program is refused. */
    static String of(String text) {
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("an argument, path or variable cannot hold NUL");
        }
        StringBuilder line = new StringBuilder(text.length() + 16);
        for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
            append(line, each & 0xff);
        }
        return line.toString();
    }

    private static void append(StringBuilder line, int value) {
        if (plain(value)) {
            line.append((char) value);
        } else {
            line.append("\\0")
                    .append((char) ('0' + (value >> 6)))
                    .append((char) ('0' + (value >> 3 & 7)))
                    .append((char) ('0' + (value & 7)));
        }
    }

    private static boolean plain(int value) {
        return (value >= 'a' && value <= 'z')
                || (value >= 'A' && value <= 'Z')
                || (value >= '0' && value <= '9')
                || PLAIN.indexOf(value) >= 0;
    }
}
