package build.offload.distribution.client;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** The version of the product, as the packed jar records it. */
public final class OwnVersion {

    /** What an unpacked build says, which has no version. */
    private static final String UNKNOWN = "development";

    private static final String RECORD = "/META-INF/maven/build.offload/offload-distribution/pom.properties";

    private OwnVersion() {}

    /** Return it. */
    public static String text() {
        try (InputStream in = OwnVersion.class.getResourceAsStream(RECORD)) {
            Properties properties = new Properties();
            if (in != null) {
                properties.load(in);
            }
            return properties.getProperty("version", UNKNOWN);
        } catch (IOException unreadable) {
            return UNKNOWN;
        }
    }

    /**
     * Refuse to speak to a controller of another version: what either means by a word may have changed. One that does not say, or
     * an unpacked build, is taken as it is.
     *
     * @throws CommandFailure with code 77 and both versions
     */
    static void requireSame(String controllers) {
        String own = text();
        boolean known = !controllers.isEmpty() && !controllers.equals(UNKNOWN) && !own.equals(UNKNOWN);
        if (known && !own.equals(controllers)) {
            throw new CommandFailure(
                    ExitCode.REFUSED,
                    "the controller that runs is offload " + controllers + ", and this command is offload " + own
                            + "; start the controller anew with this one: offload down, then offload up --detach"
                            + " (builds under way go on)");
        }
    }
}
