package build.offload.distribution.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version of the product, as the packed jar records it. */
final class ProductVersion implements IVersionProvider {

    private static final String RECORD = "/META-INF/maven/build.offload/offload-distribution/pom.properties";

    @Override
    public String[] getVersion() {
        return new String[] {"offload " + text()};
    }

    static String text() {
        try (InputStream in = ProductVersion.class.getResourceAsStream(RECORD)) {
            Properties properties = new Properties();
            if (in != null) {
                properties.load(in);
            }
            return properties.getProperty("version", "development");
        } catch (IOException unreadable) {
            return "development";
        }
    }
}
