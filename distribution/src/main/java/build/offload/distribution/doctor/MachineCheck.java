package build.offload.distribution.doctor;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.client.RuntimeFile;
import build.offload.distribution.configuration.Configuration.TokenSource;
import build.offload.distribution.configuration.ConfigurationFile;
import build.offload.distribution.configuration.Places;
import build.offload.distribution.configuration.TokenFile;
import build.offload.distribution.toml.TomlProblem;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What this machine needs to run a controller and to submit builds. */
public final class MachineCheck {

    private static final int JAVA = 25;
    private static final String REQUIRED_TOOL = "git";
    /** What only some need, and who. */
    private static final Map<String, String> OPTIONAL_TOOLS = new TreeMap<>(Map.of(
            "ssh", "hosts over SSH",
            "ssh-keyscan", "enrolling hosts over SSH",
            "setsid", "builds on this machine",
            "sha256sum", "builds on this machine"));
    /** SQLite's write-ahead log needs memory shared between processes, which these do not have. */
    private static final Set<String> NETWORK_FILE_SYSTEMS =
            Set.of("nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "fuse.sshfs", "lustre");

    private final Places places;
    private final Map<String, String> environment;

    /** Create a check of the controller at these places. */
    public MachineCheck(Places places, Map<String, String> environment) {
        this.places = places;
        this.environment = environment;
    }

    /** Look at everything. */
    public List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        findings.add(java());
        findings.add(onPath(REQUIRED_TOOL)
                .map(path -> Finding.good(REQUIRED_TOOL, path.toString()))
                .orElseGet(() -> Finding.bad(REQUIRED_TOOL, "is not on the PATH", Packages.remedy(REQUIRED_TOOL))));
        OPTIONAL_TOOLS.forEach((tool, user) -> findings.add(tool(tool, user)));
        findings.add(stateFolder());
        ConfigurationFile.Reading reading = ConfigurationFile.read(places);
        findings.add(configuration(reading.problems()));
        reading.configuration().tokens().forEach(token -> findings.add(token(token)));
        findings.add(controller());
        return findings;
    }

    private static Finding java() {
        Runtime.Version version = Runtime.version();
        return version.feature() >= JAVA
                ? Finding.good("java", version.toString())
                : Finding.bad("java", version.toString(), "install a JDK of version " + JAVA + " or newer");
    }

    private Finding tool(String tool, String user) {
        return onPath(tool)
                .map(path -> Finding.good(tool, path.toString()))
                .orElseGet(() -> Finding.absent(
                        tool,
                        "is not on the PATH; needed for " + user,
                        Packages.remedy(tool.startsWith("ssh") ? "ssh" : tool)));
    }

    private Optional<Path> onPath(String tool) {
        for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator)) {
            Path candidate = Path.of(folder, tool);
            if (Files.isExecutable(candidate) && Files.isRegularFile(candidate)) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    private Finding stateFolder() {
        Path existing = nearestExisting(places.state());
        try {
            String type = Files.getFileStore(existing).type();
            if (NETWORK_FILE_SYSTEMS.contains(type)) {
                return Finding.bad(
                        "state folder",
                        places.state() + " is on " + type + ", a network file system",
                        "use a local folder: --state FOLDER, or set XDG_STATE_HOME");
            }
            return Files.isWritable(existing)
                    ? Finding.good("state folder", places.state() + " on " + type)
                    : Finding.bad(
                            "state folder",
                            existing + " cannot be written",
                            "make it writable, or name another with --state");
        } catch (IOException failed) {
            return Finding.bad("state folder", existing + ": " + failed, "name another with --state");
        }
    }

    private static Path nearestExisting(Path folder) {
        Path parent = folder.getParent();
        return Files.exists(folder) || parent == null ? folder : nearestExisting(parent);
    }

    private Finding configuration(List<TomlProblem> problems) {
        if (places.named() && !Files.exists(places.configuration())) {
            return Finding.bad(
                    "configuration", places.configuration() + " does not exist", "write it, or leave out --config");
        }
        if (problems.isEmpty()) {
            return Finding.good(
                    "configuration",
                    places.configuration()
                            + (Files.exists(places.configuration()) ? "" : " does not exist; defaults hold"));
        }
        return Finding.bad(
                "configuration",
                String.join("; ", problems.stream().map(TomlProblem::toString).toList()),
                "correct the file");
    }

    private static Finding token(TokenSource token) {
        String subject = "token " + token.name();
        if (!token.configured() && !Files.exists(token.file())) {
            return Finding.good(subject, token.file() + " will be made when the controller first starts");
        }
        try {
            TokenFile.read(token.file());
            return Finding.good(subject, token.file().toString());
        } catch (CommandFailure unusable) {
            return Finding.bad(
                    subject,
                    String.valueOf(unusable.getMessage()),
                    "the controller will not start before that is mended");
        }
    }

    private Finding controller() {
        return RuntimeFile.read(places.runtimeFile())
                .map(running -> Finding.good(
                        "controller",
                        "serves at " + running.address() + ", process "
                                + running.process().pid()))
                .orElseGet(() -> Finding.bad("controller", "does not run", "start it: offload up --detach"));
    }
}
