package build.offload.conformance.product;

import build.offload.conformance.sshd.LoopbackSshd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A controller that serves, and one host: this machine, behind an SSH server of the test's own. */
final class SshFleet implements AutoCloseable {

    static final String HOST = "builder";

    private final Path projects;
    private final Product product;
    private final LoopbackSshd sshd;

    private SshFleet(Path projects, Product product, LoopbackSshd sshd) {
        this.projects = projects;
        this.product = product;
        this.sshd = sshd;
    }

    /** Start it; skips the test where there is no SSH server to start. */
    static SshFleet start(Path folder, int slots, String... configuration) throws IOException, InterruptedException {
        LoopbackSshd.assumeInstalled();
        Product product = new Product(folder, configuration);
        LoopbackSshd sshd = LoopbackSshd.start(folder.resolve("sshd"));
        product.up();
        product.enrol(HOST, sshd, slots);
        return new SshFleet(Files.createDirectories(folder.resolve("projects")), product, sshd);
    }

    Product product() {
        return product;
    }

    LoopbackSshd sshd() {
        return sshd;
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
            sshd.close();
        }
    }
}
