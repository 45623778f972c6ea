package build.offload.kernel.store;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Properties;

/**
 * Where a PostgreSQL store is and how it is entered. The driver is handed in, because it lies outside of the default
 * runtime.
 *
 * @param url a {@code jdbc:postgresql:} address; what it sets itself counts more than what is set here
 * @param password never part of a message
 */
public record PostgresServer(Driver driver, String url, Optional<String> user, Optional<String> password) {

    /** How long a server may take to accept a connection. */
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(10);

    /** How long a server may leave a statement unanswered before its connection counts as lost. */
    private static final Duration SILENCE_LIMIT = Duration.ofSeconds(60);

    private static final String DRIVER = "org.postgresql.Driver";

    /**
     * Return the server, reached by the driver that is found through a class loader.
     *
     * @throws StoreUnavailableException when there is none
     */
    public static PostgresServer through(
            ClassLoader loader, String url, Optional<String> user, Optional<String> password) {
        try {
            Driver driver =
                    (Driver) loader.loadClass(DRIVER).getDeclaredConstructor().newInstance();
            return new PostgresServer(driver, url, user, password);
        } catch (ReflectiveOperationException | LinkageError broken) {
            throw new StoreUnavailableException(
                    "PostgreSQL's driver cannot be loaded: " + broken + "; unpack offload again", broken);
        }
    }

    /** Open a connection; every statement on it is a transaction of its own until one is begun. */
    Connection connect() throws SQLException {
        Properties properties = new Properties();
        user.ifPresent(name -> properties.setProperty("user", name));
        password.ifPresent(secret -> properties.setProperty("password", secret));
        properties.setProperty("ApplicationName", "offload");
        properties.setProperty("connectTimeout", Long.toString(CONNECT_LIMIT.toSeconds()));
        properties.setProperty("loginTimeout", Long.toString(CONNECT_LIMIT.toSeconds()));
        properties.setProperty("socketTimeout", Long.toString(SILENCE_LIMIT.toSeconds()));
        properties.setProperty("tcpKeepAlive", "true");
        // Kerberos wants a module of the JDK that is not loaded here.
        properties.setProperty("gssEncMode", "disable");
        // A statement kept on the server belongs to a session, and behind a pooler the session is another one next
        // time.
        properties.setProperty("prepareThreshold", "0");
        Connection connection = driver.connect(url, properties);
        if (connection == null) {
            throw new StoreUnavailableException(
                    place() + " is no address of PostgreSQL; it must look like jdbc:postgresql://host/database");
        }
        return connection;
    }

    /** Return the store's place for messages, without what may be secret. */
    String place() {
        return place(url);
    }

    /** Return the place that a URL names, for messages, without what may be secret. */
    public static String place(String url) {
        return "store " + url.replaceFirst("\\?.*", "");
    }

    /** Return the place; who enters it and how is not shown. */
    @Override
    public String toString() {
        return place();
    }
}
