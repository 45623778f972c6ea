package build.offload.conformance.executor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Trees with everything in them that copying gets wrong. */
final class Checkouts {

    private Checkouts() {}

    static void full(Path folder) throws IOException {
        Files.createDirectories(folder.resolve(".cargo"));
        Files.writeString(folder.resolve(".cargo/config"), "dot\r\nfile\r\n");
        Files.writeString(folder.resolve(".gitattributes"), "* text=auto eol=lf\n*.txt ident\n");
        Files.writeString(folder.resolve("id.txt"), "$Id$\r\n");
        Files.writeString(folder.resolve("git~1"), "an odd name");
        Files.createDirectories(folder.resolve("empty/deep er"));
        Files.createSymbolicLink(folder.resolve("link"), Path.of(".cargo/config"));
        Files.createSymbolicLink(folder.resolve("dangling"), Path.of("no/where"));
        Files.createSymbolicLink(folder.resolve("outside"), Path.of("../store"));
        Files.createDirectories(folder.resolve("nested/src"));
        Files.writeString(folder.resolve("nested/src/file"), "of a nested repository");
        Files.writeString(folder.resolve("tool.sh"), "#!/bin/sh\n");
        Files.setPosixFilePermissions(folder.resolve("tool.sh"), PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(folder.resolve("line\nbreak"), "odd");
        Files.writeString(folder.resolve("日本 'x' \\ $HOME"), "odd");
    }

    /** Return every path with its kind, executable bit and content or target. */
    static Map<String, String> manifest(Path folder) throws IOException {
        Map<String, String> manifest = new TreeMap<>();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : (Iterable<Path>) all::iterator) {
                manifest.put(folder.relativize(path).toString(), describe(path));
            }
        }
        return manifest;
    }

    private static String describe(Path path) throws IOException {
        if (Files.isSymbolicLink(path)) {
            return "link to " + Files.readSymbolicLink(path);
        }
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            return "folder";
        }
        return (Files.isExecutable(path) ? "executable " : "file ") + Files.readString(path);
    }
}
