package build.offload.conformance.sshd;

import build.offload.spi.executor.HostKey;
import build.offload.spi.model.HostAddress;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;

/**
 * An OpenSSH server of a test's own: on a free port of the loopback interface, with its own host key and one client key that
 * it lets in as the present user, without passwords. Runs as root or not. {@link #close()} ends it with everything it started.
 *
 * <p>The user has an empty home of the server's own, so that no start-up file of a developer's shell has a say.
 */
public final class LoopbackSshd implements AutoCloseable {

    private static final Path PROGRAM = Path.of("/usr/sbin/sshd");
    private static final Path SYSTEMD_PROGRAM = Path.of("/lib/systemd/systemd");
    private static final int TRIES = 5;

    /** Runs a user's systemd and a program beside it, in mounts of their own. */
    private static final String SYSTEMD = """
            set -e
            mkdir -p /run/systemd /run/user /var/lib/systemd
            for place in /run/systemd /run/user /var/lib/systemd; do
                mount -t tmpfs -o mode=755 none "$place"
            done
            runtime=/run/user/$(id -u)
            mkdir -p /run/systemd/system /var/lib/systemd/linger
            mkdir -m 700 "$runtime"
            touch "/var/lib/systemd/linger/$(id -un)"
            XDG_RUNTIME_DIR=$runtime /lib/systemd/systemd --user --unit=basic.target </dev/null >/dev/null 2>&1 &
            for turn in $(seq 100); do
                ! XDG_RUNTIME_DIR=$runtime systemctl --user is-active --quiet basic.target 2>/dev/null || exec "$@"
                sleep 0.1
            done
            echo "the user's systemd did not come up"
            exit 1
            """;

    private final Path folder;
    private final Map<String, String> environment;
    private final List<String> extraSettings;
    private final List<String> surroundings;
    private int port;
    private Process server;

    private LoopbackSshd(
            Path folder, Map<String, String> environment, List<String> extraSettings, List<String> surroundings) {
        this.folder = folder;
        this.environment = new TreeMap<>(environment);
        this.environment.putIfAbsent("HOME", folder.resolve("home").toString());
        this.extraSettings = List.copyOf(extraSettings);
        this.surroundings = List.copyOf(surroundings);
    }

    /** Skip the test that asks, by name and with the reason, where this machine has no SSH server to start. */
    public static void assumeInstalled() {
        Assumptions.assumeTrue(
                Files.isExecutable(PROGRAM),
                "there is no " + PROGRAM + " here; install openssh-server to run these tests");
    }

    /**
     * Start a server that keeps its files in the folder.
     *
     * @param settings further lines of {@code sshd_config}, such as {@code ForceCommand}
     */
    public static LoopbackSshd start(Path folder, String... settings) throws IOException, InterruptedException {
        return start(folder, Map.of(), settings);
    }

    /**
     * Start a server whose user has another environment.
     *
     * @param environment what is set for everything the user runs, such as {@code PATH} for other toolchains; no blanks or quotes
     */
    public static LoopbackSshd start(Path folder, Map<String, String> environment, String... settings)
            throws IOException, InterruptedException {
        return start(new LoopbackSshd(folder, environment, List.of(settings), List.of()));
    }

    /**
     * Start a server whose machine can be booted: behind it the kernel's boot id reads as what a file holds when the server is
     * started, and started again. Only root can have that; see {@link #assumeRoot}.
     */
    public static LoopbackSshd startWithBootId(Path folder, Path bootId) throws IOException, InterruptedException {
        return start(new LoopbackSshd(folder, Map.of(), List.of(), showing(bootId)));
    }

    /**
     * Start a server on a machine whose user has a systemd that lingers: a real one, seen by nothing but this server. Only root
     * can have that; see {@link #assumeRoot}.
     */
    public static LoopbackSshd startWithSystemd(Path folder) throws IOException, InterruptedException {
        return start(new LoopbackSshd(
                folder, Map.of(), List.of(), List.of("unshare", "--mount", "sh", "-c", SYSTEMD, "sh")));
    }

    /** End the user's systemd, and nothing that it runs. */
    public void killSystemd() {
        server.descendants()
                .filter(process -> process.info().command().orElse("").endsWith("/systemd"))
                .forEach(ProcessHandle::destroyForcibly);
    }

    private static LoopbackSshd start(LoopbackSshd sshd) throws IOException, InterruptedException {
        Files.createDirectories(sshd.folder.resolve("home"));
        sshd.makeKeys();
        sshd.launchOnFreePort();
        return sshd;
    }

    /** Skip the test that asks, by name and with the reason, where this user cannot have mounts of its own. */
    public static void assumeRoot() {
        Assumptions.assumeTrue(
                System.getProperty("user.name").equals("root"),
                "only root can have mounts that show a host another face; run these tests as root");
    }

    /** Skip the test that asks, by name and with the reason, where this machine cannot give a user a systemd. */
    public static void assumeSystemd() {
        assumeInstalled();
        assumeRoot();
        Assumptions.assumeTrue(
                Files.isExecutable(SYSTEMD_PROGRAM) && Files.isWritable(Path.of("/sys/fs/cgroup")),
                "there is no " + SYSTEMD_PROGRAM + " here or no writable cgroup; install systemd to run these tests");
    }

    /** Return where the server answers. */
    public HostAddress address() {
        return new HostAddress(System.getProperty("user.name"), "127.0.0.1", port);
    }

    /** Return the key by which the server proves itself. */
    public HostKey hostKey() throws IOException {
        String[] words = Files.readString(folder.resolve("host_key.pub")).split(" ");
        return new HostKey(words[0], words[1].strip());
    }

    /** Return the private key that the server lets in. */
    public Path identityFile() {
        return folder.resolve("client_key");
    }

    /** Return what the server has logged so far. */
    public Path log() {
        return folder.resolve("sshd.log");
    }

    /** Break every connection there is; new ones are taken. */
    public void dropConnections() {
        server.descendants().forEach(ProcessHandle::destroyForcibly);
    }

    /** Fall silent, as behind a cable that was cut: every connection stays and new ones are taken, and none is answered. */
    public void freeze() throws IOException, InterruptedException {
        signalServers("STOP");
    }

    /** Answer again, whatever was asked meanwhile. */
    public void thaw() throws IOException, InterruptedException {
        signalServers("CONT");
    }

    /** Signals the server and its sessions, and nothing that users run in them. */
    private void signalServers(String signal) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("kill", "-s", signal, Long.toString(server.pid())));
        server.descendants()
                .filter(process -> process.info().command().orElse("").contains("/sshd"))
                .map(process -> Long.toString(process.pid()))
                .forEach(command::add);
        execute(command.toArray(String[]::new));
    }

    /** Stop serving, as a host does that goes down; the port stays this server's. */
    public void stop() throws InterruptedException {
        List<ProcessHandle> sessions = server.descendants().toList();
        server.destroyForcibly().waitFor();
        sessions.forEach(ProcessHandle::destroyForcibly);
    }

    /** Serve again, on the same port and with the same key. */
    public void startAgain() throws IOException, InterruptedException {
        launch();
    }

    @Override
    public void close() {
        try {
            stop();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void makeKeys() throws IOException, InterruptedException {
        for (String key : List.of("host_key", "client_key")) {
            if (!Files.exists(folder.resolve(key))) {
                execute(
                        "ssh-keygen",
                        "-q",
                        "-t",
                        "ed25519",
                        "-N",
                        "",
                        "-C",
                        key,
                        "-f",
                        folder.resolve(key).toString());
            }
        }
        Files.copy(folder.resolve("client_key.pub"), folder.resolve("authorized_keys"));
        if (System.getProperty("user.name").equals("root")) {
            Files.createDirectories(Path.of("/run/sshd"));
        }
    }

    private static void execute(String... argv) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(argv).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(argv[0] + ": " + said);
        }
    }

    /** A port that was free a moment ago may be gone; then another is tried. */
    private void launchOnFreePort() throws IOException, InterruptedException {
        for (int tried = 1; ; tried++) {
            try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                port = free.getLocalPort();
            }
            try {
                launch();
                return;
            } catch (IOException taken) {
                if (tried == TRIES) {
                    throw taken;
                }
            }
        }
    }

    private void launch() throws IOException, InterruptedException {
        Path settings = Files.write(folder.resolve("sshd_config"), settings());
        List<String> command = new ArrayList<>(surroundings);
        command.addAll(List.of(PROGRAM.toString(), "-D", "-e", "-f", settings.toString()));
        server = new ProcessBuilder(command).redirectErrorStream(true).start();
        BufferedReader messages = server.inputReader();
        StringBuilder seen = new StringBuilder();
        for (String line = messages.readLine(); line != null; line = messages.readLine()) {
            seen.append(line).append('\n');
            if (line.contains("Server listening on 127.0.0.1")) {
                Thread.ofPlatform().daemon().name("sshd-log").start(() -> keepLog(messages));
                return;
            }
        }
        server.waitFor(5, TimeUnit.SECONDS);
        throw new IOException("sshd does not listen on port " + port + ": " + seen);
    }

    /** Returns what runs a server in mounts of its own, where a file lies over the kernel's boot id. */
    private static List<String> showing(Path bootId) {
        return List.of(
                "unshare",
                "--mount",
                "sh",
                "-c",
                "mount --bind \"$0\" /proc/sys/kernel/random/boot_id && exec \"$@\"",
                bootId.toString());
    }

    private void keepLog(BufferedReader messages) {
        try (var log = Files.newBufferedWriter(log())) {
            for (String line = messages.readLine(); line != null; line = messages.readLine()) {
                log.write(line + "\n");
                log.flush();
            }
        } catch (IOException stopped) {
            return;
        }
    }

    private List<String> settings() {
        List<String> settings = new ArrayList<>(List.of(
                "ListenAddress 127.0.0.1",
                "Port " + port,
                "HostKey " + folder.resolve("host_key"),
                "AuthorizedKeysFile " + folder.resolve("authorized_keys"),
                "PidFile none",
                "StrictModes no",
                "UsePAM no",
                "PasswordAuthentication no",
                "KbdInteractiveAuthentication no",
                "PermitRootLogin prohibit-password",
                "PrintMotd no",
                "UseDNS no",
                "LogLevel VERBOSE"));
        settings.add(environment.entrySet().stream()
                .map(variable -> variable.getKey() + "=" + variable.getValue())
                .collect(Collectors.joining(" ", "SetEnv ", "")));
        settings.addAll(extraSettings);
        return settings;
    }
}
