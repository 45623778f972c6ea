package build.offload.kernel.controller;

import build.offload.kernel.world.IdSource;
import build.offload.spi.executor.HostTarget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/** The controller's folder on this machine: what is where in it. */
record StateFolder(Path root) {

    /** Make the folder, for nobody else to look into. */
    static StateFolder prepare(Path root) {
        try {
            Files.createDirectories(root);
            Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwx------"));
            return new StateFolder(root.toRealPath());
        } catch (IOException failure) {
            throw new UncheckedIOException(
                    "the state folder " + root + " cannot be used: " + failure.getMessage(), failure);
        }
    }

    Path database() {
        return root.resolve("offload.db");
    }

    Path mirrors() {
        return root.resolve("mirrors");
    }

    Path events() {
        return root;
    }

    Path executors() {
        return folder("executors");
    }

    /** Return where this machine builds what it takes itself; empty for a place of the executor's choice. */
    String workspaces() {
        String place = root.resolve("workspaces").toString();
        return HostTarget.fitsAsRoot(place) ? place : "";
    }

    private Path folder(String name) {
        try {
            return Files.createDirectories(root.resolve(name));
        } catch (IOException failure) {
            throw new UncheckedIOException(root.resolve(name) + " cannot be made: " + failure.getMessage(), failure);
        }
    }

    /** Return the controller's lasting id, made at its first start. */
    String controllerId(IdSource ids) {
        Path file = root.resolve("controller-id");
        try {
            if (Files.notExists(file)) {
                Path fresh = Files.writeString(root.resolve("controller-id.new"), ids.uuid());
                Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
            }
            return Files.readString(file).strip();
        } catch (IOException failure) {
            throw new UncheckedIOException(file + " cannot be used: " + failure.getMessage(), failure);
        }
    }
}
