package build.offload.distribution.client;

import build.offload.spi.model.ProcessIdentity;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;

/**
 * How the running controller is reached: written by it once it serves, removed when it stops. A file that a killed
 * controller left behind is told by the process, which is gone.
 */
public record RuntimeFile(URI address, Path tokenFile, String version, ProcessIdentity process) {

    /** Read it; empty when there is none, or the controller that wrote it runs no more. */
    public static Optional<RuntimeFile> read(Path file) {
        return stored(file).filter(found -> Processes.alive(found.process()));
    }

    private static Optional<RuntimeFile> stored(Path file) {
        try {
            Json json = Json.parse(Files.readAllBytes(file));
            return Optional.of(new RuntimeFile(
                    URI.create(json.text("address", "")),
                    Path.of(json.text("tokenFile", "")),
                    json.text("version", ""),
                    new ProcessIdentity(
                            json.number("pid").orElse(0),
                            json.number("startTicks").orElse(-1),
                            json.text("bootId", ""))));
        } catch (IOException | IllegalArgumentException unreadable) {
            return Optional.empty();
        }
    }

    /** Write it in one step, readable by its owner alone. */
    public void write(Path file) throws IOException {
        byte[] text = Json.bytes(Map.of(
                "address", address.toString(),
                "tokenFile", tokenFile.toString(),
                "version", version,
                "pid", process.pid(),
                "startTicks", process.startTicks(),
                "bootId", process.bootId()));
        Path draft = Files.createTempFile(
                file.getParent(),
                ".controller",
                ".json",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.write(draft, text);
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
