package build.offload.spi.model;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a host answers, as {@code user@host:port}. The parts cannot begin with a dash, so that none is ever read as an
 * option by the program it is handed to.
 */
public record HostAddress(String user, String host, int port) {

    private static final Pattern FORM = Pattern.compile(
            "(?<user>[A-Za-z_][A-Za-z0-9._-]{0,63})@(?<host>[A-Za-z0-9][A-Za-z0-9.-]{0,252}|\\[[0-9A-Fa-f:.]+])(:(?<port>\\d{1,5}))?");

    public HostAddress {
        if (port < 1 || port > 65535) {
            throw new InvalidValueException("address", "has port " + port + ", which is not between 1 and 65535");
        }
        Names.matching("address", user + "@" + host + ":" + port, FORM, "user@host or user@host:port");
    }

    /** Read an address as an operator writes it; the port is 22 where none is written. */
    public static HostAddress parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new InvalidValueException("address", "must be user@host or user@host:port, but is '" + text + "'");
        }
        String port = matcher.group("port");
        return new HostAddress(
                matcher.group("user"), matcher.group("host"), port == null ? 22 : Integer.parseInt(port));
    }

    @Override
    public String toString() {
        return user + "@" + host + ":" + port;
    }
}
