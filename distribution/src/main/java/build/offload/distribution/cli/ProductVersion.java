package build.offload.distribution.cli;

import build.offload.distribution.client.OwnVersion;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} says. */
final class ProductVersion implements IVersionProvider {

    @Override
    public String[] getVersion() {
        return new String[] {"offload " + text()};
    }

    static String text() {
        return OwnVersion.text();
    }
}
