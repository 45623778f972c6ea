package build.offload.distribution.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Which package brings a tool, in the words of the distribution at hand. */
final class Packages {

    private static final Path OS_RELEASE = Path.of("/etc/os-release");

    /** The families of distributions, by what their {@code ID} or {@code ID_LIKE} says. */
    private enum Family {
        DEBIAN(List.of("debian", "ubuntu"), "sudo apt-get install "),
        FEDORA(List.of("fedora", "rhel", "centos"), "sudo dnf install "),
        SUSE(List.of("suse", "opensuse"), "sudo zypper install "),
        ARCH(List.of("arch"), "sudo pacman -S "),
        ALPINE(List.of("alpine"), "sudo apk add ");

        private final List<String> words;
        private final String install;

        Family(List<String> words, String install) {
            this.words = words;
            this.install = install;
        }
    }

    private static final Map<String, Map<Family, String>> EXCEPTIONS = Map.of(
            "ssh",
                    Map.of(
                            Family.DEBIAN,
                            "openssh-client",
                            Family.FEDORA,
                            "openssh-clients",
                            Family.SUSE,
                            "openssh-clients",
                            Family.ARCH,
                            "openssh",
                            Family.ALPINE,
                            "openssh-client"),
            "sshd",
                    Map.of(
                            Family.DEBIAN,
                            "openssh-server",
                            Family.FEDORA,
                            "openssh-server",
                            Family.SUSE,
                            "openssh-server",
                            Family.ARCH,
                            "openssh",
                            Family.ALPINE,
                            "openssh-server"),
            "java",
                    Map.of(
                            Family.DEBIAN,
                            "default-jdk-headless",
                            Family.FEDORA,
                            "java-latest-openjdk-devel",
                            Family.SUSE,
                            "java-devel",
                            Family.ARCH,
                            "jdk-openjdk",
                            Family.ALPINE,
                            "openjdk21"),
            "node",
                    Map.of(
                            Family.DEBIAN,
                            "nodejs",
                            Family.FEDORA,
                            "nodejs",
                            Family.SUSE,
                            "nodejs",
                            Family.ARCH,
                            "nodejs",
                            Family.ALPINE,
                            "nodejs"));

    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("setsid", "util-linux"),
            Map.entry("sha256sum", "coreutils"),
            Map.entry("mvn", "maven"),
            Map.entry("javac", "default-jdk-headless"),
            Map.entry("python3", "python3"),
            Map.entry("docker", "docker.io"));

    private Packages() {}

    /** Return how a tool is installed on this machine. */
    static String remedy(String tool) {
        return remedy(tool, release());
    }

    static String remedy(String tool, String osRelease) {
        for (Family family : Family.values()) {
            if (family.words.stream().anyMatch(word -> isLike(osRelease, word))) {
                return "install it: " + family.install + packageOf(tool, family);
            }
        }
        return "install it: the package is often called " + packageOf(tool, Family.DEBIAN);
    }

    /** Return how a tool is installed on a host whose distribution is not known here. */
    static String remedyElsewhere(String tool) {
        return "on that host, install the package that brings " + tool + " (Debian: " + packageOf(tool, Family.DEBIAN)
                + ", Fedora: " + packageOf(tool, Family.FEDORA) + "); it is probed again by itself";
    }

    private static String packageOf(String tool, Family family) {
        return EXCEPTIONS.getOrDefault(tool, Map.of()).getOrDefault(family, NAMES.getOrDefault(tool, tool));
    }

    private static boolean isLike(String osRelease, String word) {
        return osRelease
                .lines()
                .filter(line -> line.startsWith("ID=") || line.startsWith("ID_LIKE="))
                .anyMatch(line -> line.contains(word));
    }

    private static String release() {
        try {
            return Files.readString(OS_RELEASE);
        } catch (IOException unknown) {
            return "";
        }
    }
}
