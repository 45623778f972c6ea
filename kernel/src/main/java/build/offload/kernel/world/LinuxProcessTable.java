package build.offload.kernel.world;

import build.offload.spi.model.ProcessIdentity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Processes as {@code /proc} shows them. */
final class LinuxProcessTable implements ProcessTable {

    private static final List<Path> MACHINE_ID_FILES =
            List.of(Path.of("/etc/machine-id"), Path.of("/var/lib/dbus/machine-id"));

    /** Fields after the command name in {@code /proc/PID/stat}: the state is field 3, the start field 22. */
    private static final int STATE = 0;

    private static final int START = 19;

    private final Path proc;
    private final String bootId;

    LinuxProcessTable() {
        this(Path.of("/proc"));
    }

    LinuxProcessTable(Path proc) {
        this.proc = proc;
        this.bootId = read(proc.resolve("sys/kernel/random/boot_id"))
                .map(String::strip)
                .orElseThrow(() -> new IllegalStateException(proc + "/sys/kernel/random/boot_id cannot be read;"
                        + " mount /proc, without it processes cannot be told apart"));
    }

    @Override
    public Optional<ProcessIdentity> find(long pid) {
        return read(folder(pid).resolve("stat")).flatMap(stat -> parse(pid, stat));
    }

    /** The command name stands in parentheses and may hold any character, so only what follows the last one is split. */
    private Optional<ProcessIdentity> parse(long pid, String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
        if (fields.length <= START || fields[STATE].equals("Z") || fields[STATE].equals("X")) {
            return Optional.empty();
        }
        return Optional.of(new ProcessIdentity(pid, Long.parseLong(fields[START]), bootId));
    }

    @Override
    public ProcessIdentity self() {
        long pid = ProcessHandle.current().pid();
        return find(pid)
                .orElseThrow(() -> new IllegalStateException(folder(pid) + "/stat cannot be read; is /proc mounted for"
                        + " the PID namespace this process is in?"));
    }

    @Override
    public String bootId() {
        return bootId;
    }

    @Override
    public String machineId() {
        return MACHINE_ID_FILES.stream()
                .flatMap(file -> read(file).map(String::strip).stream())
                .filter(id -> !id.isEmpty())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "this machine has no id: /etc/machine-id is missing or empty; run systemd-machine-id-setup"));
    }

    @Override
    public OptionalLong uid(long pid) {
        try {
            int uid = (Integer) Files.getAttribute(folder(pid), "unix:uid");
            return OptionalLong.of(Integer.toUnsignedLong(uid));
        } catch (IOException gone) {
            return OptionalLong.empty();
        }
    }

    @Override
    public Optional<String> namespace(long pid) {
        try {
            return Optional.of(
                    Files.readSymbolicLink(folder(pid).resolve("ns/pid")).toString());
        } catch (IOException goneOrForeign) {
            return Optional.empty();
        }
    }

    private Path folder(long pid) {
        return proc.resolve(Long.toString(pid));
    }

    private static Optional<String> read(Path file) {
        try {
            return Optional.of(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
        } catch (IOException absent) {
            return Optional.empty();
        }
    }
}
