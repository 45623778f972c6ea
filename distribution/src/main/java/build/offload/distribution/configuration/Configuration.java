package build.offload.distribution.configuration;

import build.offload.spi.frontend.AccessGuard.Role;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What the configuration file says, with a value for everything it leaves out.
 *
 * @param enabled whether builds are taken at all
 * @param port the loopback port to serve on; 0 lets the system choose
 * @param plugins the folder whose jars are loaded beside the bundled plugins
 * @param store the database that keeps the state; empty for a file in the state folder
 * @param secrets where the user keeps what builds are given to read; empty where no store was named
 * @param tokens the operator's first
 */
public record Configuration(
        boolean enabled,
        int port,
        Path plugins,
        Limits limits,
        Retention retention,
        Workspaces workspaces,
        Queue queue,
        Spill spill,
        Optional<URI> prometheus,
        Optional<Store> store,
        Optional<Secrets> secrets,
        List<TokenSource> tokens) {

    public Configuration {
        tokens = List.copyOf(tokens);
    }

    /**
     * Bounds on one job.
     *
     * @param time how long a command may run that sets no limit of its own
     * @param silence how long a connection to a host may say nothing before it counts as lost
     * @param lostAfter how long a host may be out of reach before what ran there is given up
     * @param outputBytes how much a job may bring back
     * @param outputFiles how many files a job may bring back
     * @param logBytes how much of each of a build's two outputs is kept
     * @param workspaces how long a host keeps an attempt's workspace after its end
     */
    public record Limits(
            Duration time,
            Duration silence,
            Duration lostAfter,
            long outputBytes,
            int outputFiles,
            long logBytes,
            Duration workspaces) {}

    /**
     * For how long what is over is kept.
     *
     * @param jobs how long a job is kept after its end
     * @param lost how long a lost job is kept, and may be retried
     * @param logs how long a job's output is kept after its end
     * @param events how long events are kept, and incidents that are over
     * @param audit how long the audit journal goes back
     * @param mirrors how long the copy of a checkout is kept from which nothing was built
     * @param mirrorBytes what all these copies may hold together
     */
    public record Retention(
            Duration jobs,
            Duration lost,
            Duration logs,
            Duration events,
            Duration audit,
            Duration mirrors,
            long mirrorBytes) {}

    /**
     * What hosts keep for the next keeping builds of checkouts.
     *
     * @param idle for how long what no build used
     * @param limitBytes what all of one host may take of its disk
     */
    public record Workspaces(Duration idle, long limitBytes) {}

    /**
     * When the queue is late.
     *
     * @param slo the age of a ticket that operators promised not to exceed
     * @param wedgeAfter how long nothing may be dispatched though it could
     */
    public record Queue(Duration slo, Duration wedgeAfter) {}

    /**
     * When and how far the laptop takes part.
     *
     * @param overloadFactor a builder is overloaded above this load per core
     * @param lease how long one fallback lease lasts
     * @param jobs how many jobs one lease admits; with 0 none is granted but for an override
     */
    public record Spill(double overloadFactor, Duration lease, int jobs) {}

    /**
     * A PostgreSQL database.
     *
     * @param passwordFile the file with the user's password; empty where the server asks for none
     */
    public record Store(String url, Optional<String> user, Optional<Path> passwordFile) {}

    /**
     * A store of secrets: the one or the other.
     *
     * @param file names and values in a file of the user's own
     * @param command a program and arguments that print the value of the name that is put after them; empty beside a file
     */
    public record Secrets(Optional<Path> file, List<String> command) {

        public Secrets {
            command = List.copyOf(command);
        }
    }

    /**
     * A token and what it opens.
     *
     * @param configured whether the file was named, so that its absence is an error instead of a first start
     */
    public record TokenSource(String name, Role role, Path file, boolean configured) {}
}
