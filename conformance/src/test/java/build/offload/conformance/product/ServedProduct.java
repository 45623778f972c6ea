package build.offload.conformance.product;

import build.offload.conformance.sshd.LoopbackSshd;
import build.offload.distribution.client.RuntimeFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;

/** The packaged product as suites see it that speak HTTP alone: an address and a token. */
public final class ServedProduct implements AutoCloseable {

    private final Product product;

    private ServedProduct(Product product) {
        this.product = product;
    }

    /** Start the product in a folder of its own, with lines of configuration. */
    public static ServedProduct start(Path folder, String... configuration) throws IOException, InterruptedException {
        Product product = new Product(folder, configuration);
        product.up();
        return new ServedProduct(product);
    }

    /** Enrol this very machine as a builder of one slot, and wait until it takes builds. */
    public void enrolThisMachine(String name) throws IOException, InterruptedException {
        product.enrolThisMachine(name, 1);
    }

    /** Enrol the machine behind an SSH server as a builder of one slot, and wait until it takes builds. */
    public void enrol(String name, LoopbackSshd sshd) throws IOException, InterruptedException {
        product.enrol(name, sshd, 1);
    }

    /** Return where it serves. */
    public URI address() {
        return runtime().address();
    }

    /** Return the file with the operator's token. */
    public Path tokenFile() {
        return runtime().tokenFile();
    }

    private RuntimeFile runtime() {
        return product.running().orElseThrow();
    }

    @Override
    public void close() throws IOException {
        product.close();
    }
}
