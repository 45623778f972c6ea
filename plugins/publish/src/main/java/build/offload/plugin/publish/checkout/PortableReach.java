package build.offload.plugin.publish.checkout;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * What every JDK on Linux has. Each component is looked at before it is entered, but could be swapped for a link right after; and
 * two names cannot change places, so the last look at a target and its replacement are two steps.
 */
public final class PortableReach implements Reach {

    private final Steps steps;

    /** Create a reach that tells of the step that lies between two names of one file. */
    public PortableReach(Steps steps) {
        this.steps = steps;
    }

    private record Plain(Path path) implements Folder {
        @Override
        public void close() {}
    }

    @Override
    public Folder top(Path folder) {
        return new Plain(folder);
    }

    @Override
    public Entered into(Folder folder, String name) throws IOException {
        Path child = folder.child(name);
        return switch (Look.at(child)) {
            case Look.Absent _ -> new Entered.Absent();
            case Look.Regular _ -> new Entered.Barred();
            case Look.Other _ ->
                Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS)
                        ? new Entered.Inside(new Plain(child))
                        : new Entered.Barred();
        };
    }

    /** A hard link takes no name that is taken. Where there are none, the name is looked at and then taken. */
    @Override
    public boolean moveToFreeName(Folder from, String name, Folder to, String freeName) throws IOException {
        Path source = from.child(name);
        Path target = to.child(freeName);
        try {
            Files.createLink(target, source);
            steps.at("linked");
            Files.delete(source);
            return true;
        } catch (FileAlreadyExistsException _) {
            return false;
        } catch (FileSystemException | UnsupportedOperationException _) {
            return moveIfFree(source, target);
        }
    }

    private static boolean moveIfFree(Path source, Path target) throws IOException {
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        Files.move(source, target, StandardCopyOption.ATOMIC_MOVE);
        return true;
    }

    @Override
    public Exchanged exchange(Folder one, String name, Folder other, String otherName) {
        return Exchanged.UNSUPPORTED;
    }

    @Override
    public boolean syncFileSystem(Folder folder) {
        return false;
    }
}
