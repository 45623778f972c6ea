package build.offload.kernel.snapshot;

import build.offload.spi.model.InvalidValueException;
import build.offload.spi.model.OutputPath;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A path below a checkout as git and the file system know it: bytes, in which only {@code /} and NUL mean anything. The
 * bytes are kept as a Latin-1 string, one character for each, so that equality and order are those of the bytes.
 *
 * <p>Going through {@code String} would lose names that are not UTF-8, and under a POSIX locale the JDK cannot spell any
 * name beyond ASCII; so such names reach the file system as percent-encoded URIs, which the JDK turns into bytes as they
 * stand.
 *
 * @param latin1 the bytes; empty for the checkout itself
 */
public record TreePath(String latin1) implements Comparable<TreePath> {

    static final TreePath ROOT = new TreePath("");

    private static final char UNDECODABLE = '\uFFFD';

    static TreePath of(byte[] bytes, int from, int to) {
        return new TreePath(new String(bytes, from, to - from, StandardCharsets.ISO_8859_1));
    }

    static TreePath of(String text) {
        return ascii(text) ? new TreePath(text) : ofBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    static TreePath of(OutputPath path) {
        return of(path.value());
    }

    private static TreePath ofBytes(byte[] bytes) {
        return of(bytes, 0, bytes.length);
    }

    /** Return the names in a folder, byte for byte; none when it is no folder or may not be read. Links are followed. */
    static List<TreePath> namesIn(Path folder) throws IOException {
        String[] names = folder.toFile().list();
        if (names == null) {
            return List.of();
        }
        List<TreePath> all = new ArrayList<>(names.length);
        for (String name : names) {
            if (name.indexOf(UNDECODABLE) >= 0) {
                return rawNamesIn(folder);
            }
            all.add(of(name));
        }
        return all;
    }

    /** The slower way, for a folder with names that this locale cannot spell. */
    private static List<TreePath> rawNamesIn(Path folder) throws IOException {
        List<TreePath> all = new ArrayList<>();
        try (DirectoryStream<Path> children = Files.newDirectoryStream(folder)) {
            children.forEach(child -> all.add(rawNameOf(child)));
        } catch (NoSuchFileException | NotDirectoryException _) {
            // It was there a moment ago.
            return List.of();
        } catch (DirectoryIteratorException failed) {
            throw failed.getCause();
        }
        return all;
    }

    private static TreePath rawNameOf(Path child) {
        String encoded = child.toUri().getRawPath();
        int end = encoded.endsWith("/") ? encoded.length() - 1 : encoded.length();
        return decoded(encoded.substring(encoded.lastIndexOf('/', end - 1) + 1, end));
    }

    private static TreePath decoded(String percentEncoded) {
        StringBuilder bytes = new StringBuilder();
        for (int i = 0; i < percentEncoded.length(); i++) {
            char c = percentEncoded.charAt(i);
            if (c == '%') {
                bytes.append((char) Integer.parseInt(percentEncoded, i + 1, i + 3, 16));
                i += 2;
            } else {
                bytes.append(c);
            }
        }
        return new TreePath(bytes.toString());
    }

    /** Return where this is on disk, below the given folder. */
    Path under(Path folder) {
        if (latin1.isEmpty()) {
            return folder;
        }
        return ascii() ? folder.resolve(latin1) : Path.of(URI.create(withSlash(folder.toUri()) + encoded()));
    }

    private static String withSlash(URI folder) {
        String text = folder.toString();
        return text.endsWith("/") ? text : text + "/";
    }

    private String encoded() {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < latin1.length(); i++) {
            char c = latin1.charAt(i);
            boolean plain = c == '/' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            out.append(plain ? String.valueOf(c) : "%%%02x".formatted((int) c));
        }
        return out.toString();
    }

    private boolean ascii() {
        return ascii(latin1);
    }

    private static boolean ascii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }

    TreePath child(TreePath name) {
        return latin1.isEmpty() ? name : new TreePath(latin1 + "/" + name.latin1);
    }

    /** Return the folder this is in; the checkout's own path has none. */
    Optional<TreePath> folder() {
        if (latin1.isEmpty()) {
            return Optional.empty();
        }
        int slash = latin1.lastIndexOf('/');
        return Optional.of(slash < 0 ? ROOT : new TreePath(latin1.substring(0, slash)));
    }

    boolean isBelow(TreePath folder) {
        return folder.latin1.isEmpty() || latin1.startsWith(folder.latin1 + "/");
    }

    /** Return whether a component is one of the names that promotion uses beside its targets. */
    boolean reserved() {
        return latin1.startsWith(OutputPath.RESERVED_PREFIX) || latin1.contains("/" + OutputPath.RESERVED_PREFIX);
    }

    byte[] bytes() {
        return latin1.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Return the path as text, if its bytes are UTF-8. */
    public Optional<String> utf8() {
        if (ascii()) {
            return Optional.of(latin1);
        }
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes()))
                    .toString());
        } catch (CharacterCodingException _) {
            return Optional.empty();
        }
    }

    /** Return the path as a declared output would name it, if one may. */
    public Optional<OutputPath> output() {
        try {
            return utf8().map(OutputPath::new);
        } catch (InvalidValueException _) {
            return Optional.empty();
        }
    }

    @Override
    public int compareTo(TreePath other) {
        return latin1.compareTo(other.latin1);
    }

    /** Return the path for people to read; bytes that are not UTF-8 show as replacement characters. */
    @Override
    public String toString() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }
}
