package build.offload.distribution.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/** Copies a jar with one class file made to look as if a newer compiler had written it. */
final class JarPatch {

    private static final int MAJOR_VERSION = 7;

    private JarPatch() {}

    static void classVersion(Path from, Path to, String classFile, int version) throws IOException {
        try (JarFile jar = new JarFile(from.toFile());
                OutputStream file = Files.newOutputStream(to);
                JarOutputStream out = new JarOutputStream(file)) {
            for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
                JarEntry entry = entries.nextElement();
                byte[] bytes = bytes(jar, entry);
                if (entry.getName().equals(classFile)) {
                    bytes[MAJOR_VERSION] = (byte) version;
                }
                out.putNextEntry(new JarEntry(entry.getName()));
                out.write(bytes);
                out.closeEntry();
            }
        }
    }

    private static byte[] bytes(JarFile jar, JarEntry entry) throws IOException {
        try (InputStream in = jar.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }
}
