package build.offload.conformance.product;

import build.offload.conformance.sshd.LoopbackSshd;
import build.offload.conformance.sshd.TcpRelay;
import build.offload.spi.model.HostAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A controller that serves, and one host: this machine, behind an SSH server of the test's own. */
final class SshFleet implements AutoCloseable {

    static final String HOST = "builder";

    private final Path projects;
    private final Product product;
    private final LoopbackSshd sshd;

    private final TcpRelay network;

    private SshFleet(Path projects, Product product, LoopbackSshd sshd, TcpRelay network) {
        this.projects = projects;
        this.product = product;
        this.sshd = sshd;
        this.network = network;
    }

    /** Start it; skips the test where there is no SSH server to start. */
    static SshFleet start(Path folder, int slots, String... configuration) throws IOException, InterruptedException {
        LoopbackSshd.assumeInstalled();
        return start(folder, LoopbackSshd.start(folder.resolve("sshd")), slots, configuration);
    }

    /** Start it with a server that is up already, and that is stopped with it. */
    static SshFleet start(Path folder, LoopbackSshd sshd, int slots, String... configuration)
            throws IOException, InterruptedException {
        Product product = new Product(folder, configuration);
        TcpRelay network = TcpRelay.before(sshd.address().port());
        product.up();
        HostAddress address = new HostAddress(sshd.address().user(), "127.0.0.1", network.port());
        product.enrol(HOST, sshd, address, slots);
        return new SshFleet(Files.createDirectories(folder.resolve("projects")), product, sshd, network);
    }

    /**
     * Have commands begun from here on carry what a developer would hand over with a build: the host's user has an empty home and
     * the system's search path.
     */
    SshFleet handingOverTools() {
        product.environment().put("PATH", System.getenv("PATH"));
        product.environment().put("JAVA_HOME", System.getProperty("java.home"));
        return this;
    }

    Product product() {
        return product;
    }

    LoopbackSshd sshd() {
        return sshd;
    }

    /** Return what lies between the controller and the host. */
    TcpRelay network() {
        return network;
    }

    /** Make an empty checkout of a name. */
    Project project(String name) throws IOException, InterruptedException {
        return Project.in(projects.resolve(name), product);
    }

    /** Make a checkout with a committed copy of what is below a folder. */
    Project projectFrom(Path source, String name) throws IOException, InterruptedException {
        return Project.copyOf(source, projects.resolve(name), product);
    }

    /** Return the workspace of a job's first attempt. */
    Path workspace(String job) {
        return product.workspace(HOST, job);
    }

    @Override
    public void close() throws IOException {
        try {
            product.close();
        } finally {
            network.close();
            sshd.close();
        }
    }
}
