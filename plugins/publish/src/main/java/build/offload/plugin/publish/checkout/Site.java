package build.offload.plugin.publish.checkout;

import build.offload.spi.model.OutputPath;
import build.offload.spi.publish.PublicationStrategy.PromotionRequest;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The checkout in which one promotion works, and the names it uses there. Every way is walked anew each time. */
public final class Site {

    private final Reach reach;
    private final PromotionRequest request;
    private final Steps steps;

    /** Create the site of a request. */
    public Site(Reach reach, PromotionRequest request, Steps steps) {
        this.reach = reach;
        this.request = request;
        this.steps = steps;
    }

    /** Return how folders are reached here. */
    public Reach reach() {
        return reach;
    }

    /** Return what is asked for. */
    public PromotionRequest request() {
        return request;
    }

    /** Tell a test of a step. */
    public void at(String step) {
        steps.at(step);
    }

    /** What every name of this promotion begins with. */
    public String prefix() {
        return OutputPath.RESERVED_PREFIX + request.attempt() + "-";
    }

    /** The name of a copy that waits; after an exchange, of what it replaced. */
    public String freshName(int number) {
        return prefix() + number + ".new";
    }

    /** The name of a copy of what was replaced, where there is no exchange. */
    public String keptName(int number) {
        return prefix() + number + ".old";
    }

    /** How far a walk came. The caller closes the folder by closing this. */
    public record Way(Folder folder, int depth, boolean complete, boolean barred) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            folder.close();
        }
    }

    /** Walk to the folder a target is in. */
    public Way toFolderOf(OutputPath path) throws IOException {
        return to(foldersOf(path));
    }

    /** Walk down the first components of a target's path. */
    public Way toDepth(OutputPath path, int depth) throws IOException {
        return to(foldersOf(path).subList(0, depth));
    }

    /** Walk down from the top of the checkout. */
    public Way to(List<String> folders) throws IOException {
        return walk(request.checkout(), folders);
    }

    /** Walk to the folder a staged file is in. */
    public Way toStaged(OutputPath path) throws IOException {
        return walk(request.staging(), foldersOf(path));
    }

    private Way walk(Path top, List<String> folders) throws IOException {
        Folder at = reach.top(top);
        for (int i = 0; i < folders.size(); i++) {
            switch (entered(at, folders.get(i))) {
                case Reach.Entered.Inside(Folder inside) -> {
                    at.close();
                    at = inside;
                }
                case Reach.Entered.Absent _ -> {
                    return new Way(at, i, false, false);
                }
                case Reach.Entered.Barred _ -> {
                    return new Way(at, i, false, true);
                }
            }
        }
        return new Way(at, folders.size(), true, false);
    }

    private Reach.Entered entered(Folder at, String name) throws IOException {
        try {
            return reach.into(at, name);
        } catch (IOException failed) {
            at.close();
            throw failed;
        }
    }

    /** Return the components of a path. */
    public static List<String> componentsOf(OutputPath path) {
        return List.of(path.value().split("/"));
    }

    /** Return the components of a path but the last. */
    public static List<String> foldersOf(OutputPath path) {
        List<String> components = componentsOf(path);
        return components.subList(0, components.size() - 1);
    }

    /** Return the last component of a path. */
    public static String nameOf(OutputPath path) {
        return path.value().substring(path.value().lastIndexOf('/') + 1);
    }

    /** Return what is at a target's path. Behind a link or a file there is nothing that a promotion may touch. */
    public Look look(OutputPath path) throws IOException {
        return look(componentsOf(path));
    }

    /** Return what is at a path, given by its components. */
    public Look look(List<String> path) throws IOException {
        try (Way way = to(path.subList(0, path.size() - 1))) {
            if (way.barred()) {
                return new Look.Other("reached through '" + path.get(way.depth()) + "', which is no folder");
            }
            return way.complete() ? Look.at(way.folder().child(path.getLast())) : new Look.Absent();
        }
    }

    /** Make the folders of a way as far as they are not there, each synced; stops where something is in the way. */
    public void makeFolders(List<String> folders) throws IOException {
        for (int made = 0; made <= folders.size(); made++) {
            try (Way way = to(folders)) {
                if (way.complete() || way.barred()) {
                    return;
                }
                makeFolder(way.folder().child(folders.get(way.depth())));
                way.folder().sync();
            }
            at("made a folder");
        }
    }

    private static void makeFolder(Path folder) throws IOException {
        try {
            Files.createDirectory(folder);
        } catch (FileAlreadyExistsException _) {
            // Somebody was faster; the next step down says whether it is a folder.
            return;
        }
    }

    /** Return the folders of a way that are not there yet, relative, each after the one it is in. */
    public static List<String> missing(List<String> folders, Way way) {
        List<String> missing = new ArrayList<>();
        for (int depth = way.depth() + 1; depth <= folders.size(); depth++) {
            missing.add(String.join("/", folders.subList(0, depth)));
        }
        return missing;
    }
}
