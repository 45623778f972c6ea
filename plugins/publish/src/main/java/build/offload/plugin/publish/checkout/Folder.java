package build.offload.plugin.publish.checkout;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** A folder that was reached without following a link. Names in it are used through {@link #child}; closed when done with. */
public interface Folder extends AutoCloseable {

    /** Return a path by which the JDK reaches this folder. */
    Path path();

    @Override
    void close() throws IOException;

    /** Return a path to a name in this folder. */
    default Path child(String name) {
        return FileName.in(path(), name);
    }

    /**
     * Return the names in this folder.
     *
     * @throws IOException when one of them is not UTF-8, which no path of ours could spell
     */
    default List<String> names() throws IOException {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(path())) {
            for (Path entry : entries) {
                names.add(FileName.of(entry));
            }
        } catch (DirectoryIteratorException failure) {
            throw failure.getCause();
        }
        return names;
    }

    /** Make the folder's present names survive a power loss. */
    default void sync() throws IOException {
        try (FileChannel channel = FileChannel.open(path(), StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
