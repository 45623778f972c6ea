package build.offload.plugin.probe.host;

import build.offload.spi.probe.CapabilityProbe.Finding;
import build.offload.spi.probe.CapabilityProbe.HostLoad;
import build.offload.spi.probe.CapabilityProbe.ProbeReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the probe script's lines. */
final class HostFindings {

    private static final Pattern VERSION = Pattern.compile("\\d+(\\.\\d+)*");
    private static final long MIB = 1024L * 1024;

    private final long freeBytesFloor;
    private final long freeInodesFloor;
    private final List<Finding> findings = new ArrayList<>();
    private Optional<HostLoad> load = Optional.empty();

    HostFindings(long freeBytesFloor, long freeInodesFloor) {
        this.freeBytesFloor = freeBytesFloor;
        this.freeInodesFloor = freeInodesFloor;
    }

    ProbeReport read(String output) {
        output.lines().forEach(this::line);
        return new ProbeReport(List.copyOf(findings), load);
    }

    private void line(String line) {
        String[] words = line.split(" ", 4);
        switch (words[0]) {
            case "tool" -> tool(words[1], words[2].equals("yes"), words[3]);
            case "place" -> place(words[1], words[2].equals("yes"), words[3]);
            case "space" -> space(line.split(" "));
            case "load" -> load(line.split(" "));
            default -> {}
        }
    }

    private void tool(String name, boolean there, String told) {
        boolean systemd = name.equals("systemctl");
        Matcher version = VERSION.matcher(told);
        Optional<String> missing = Optional.of(
                systemd ? "systemd does not run here" : "there is no '" + name + "' in the PATH of the host user");
        findings.add(new Finding(
                systemd ? "systemd" : name,
                there,
                !systemd,
                there && version.find() ? Optional.of(version.group()) : Optional.empty(),
                there ? Optional.empty() : missing));
    }

    private void place(String name, boolean writable, String detail) {
        String told = writable ? detail + " was written" : detail;
        findings.add(new Finding(name, writable, true, Optional.empty(), Optional.of(told)));
    }

    /** A file system that counts no inodes says that it has none at all. */
    private void space(String[] words) {
        try {
            long bytes = Long.parseLong(words[1]) * Long.parseLong(words[2]);
            long inodes = Long.parseLong(words[3]);
            boolean countsInodes = Long.parseLong(words[4]) > 0;
            boolean enough = bytes >= freeBytesFloor && (!countsInodes || inodes >= freeInodesFloor);
            disk(
                    enough,
                    roomText(bytes, inodes, countsInodes) + " free, and " + freeBytesFloor / MIB + " MiB and "
                            + freeInodesFloor + " inodes needed");
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException unread) {
            disk(false, "the free space below the workspace root cannot be read");
        }
    }

    private static String roomText(long bytes, long inodes, boolean countsInodes) {
        return bytes / MIB + " MiB" + (countsInodes ? " and " + inodes + " inodes" : "");
    }

    private void disk(boolean ok, String detail) {
        findings.add(new Finding("disk", ok, true, Optional.empty(), Optional.of(detail)));
    }

    private void load(String[] words) {
        try {
            load = Optional.of(new HostLoad(Double.parseDouble(words[1]), Integer.parseInt(words[2])));
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException unread) {
            load = Optional.empty();
        }
    }
}
