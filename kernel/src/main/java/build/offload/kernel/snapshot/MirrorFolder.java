package build.offload.kernel.snapshot;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** Where a mirror keeps what: a git directory of its own, without work tree, hooks or branches. */
record MirrorFolder(Path root) {

    /**
     * Loose objects are stored without compression and without sync: the next look after a power loss finds the short ones.
     * Nothing a file system elsewhere could not hold is refused, and no conversion applies. There is no untracked cache,
     * since the mirror never looks for untracked files; index version 2 is what {@link GitIndex} reads.
     */
    private static final String CONFIG = """
            [core]
            \trepositoryFormatVersion = 0
            \tbare = false
            \tfileMode = true
            \tsymlinks = true
            \tignoreCase = false
            \tprotectNTFS = false
            \tprotectHFS = false
            \tautocrlf = false
            \tsafecrlf = false
            \ttrustctime = true
            \tcheckStat = default
            \tuntrackedCache = false
            \tfsmonitor = false
            \tsplitIndex = false
            \tcompression = 0
            \tlooseCompression = 0
            \tfsync = none
            \tattributesFile = /dev/null
            [index]
            \tversion = 2
            [pack]
            \tcompression = 0
            \twindow = 0
            [gc]
            \tauto = 0
            """;

    /** Stronger than any attribute in the checkout: content goes in as it lies on disk. */
    private static final String ATTRIBUTES = "* -text -eol -ident -filter -working-tree-encoding\n";

    Path index() {
        return root.resolve("index");
    }

    /** The state of the last capture that belongs to the index. */
    Path captured() {
        return root.resolve("captured");
    }

    /** The id of the boot under which the mirror was last found whole. */
    Path boot() {
        return root.resolve("boot");
    }

    Path objects() {
        return root.resolve("objects");
    }

    Path pins() {
        return root.resolve("pins");
    }

    /** Trees that were submitted lately, an empty file each: what hosts still have of them spares sending it again. */
    Path recent() {
        return root.resolve("recent");
    }

    /** Its time is that of the last pruning. */
    Path pruned() {
        return root.resolve("pruned");
    }

    Path pinReferences() {
        return root.resolve("refs/offload/jobs");
    }

    /** Make what is missing, also after a crash half-way, and bring settings up to date. The owner alone may look in. */
    void create(Path checkout) throws IOException {
        Files.createDirectories(
                root, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        for (Path folder : List.of(objects(), pins(), pinReferences(), recent(), root.resolve("info"))) {
            Files.createDirectories(folder);
        }
        put(root.resolve("HEAD"), "ref: refs/heads/none\n");
        put(root.resolve("config"), CONFIG);
        put(root.resolve("info/attributes"), ATTRIBUTES);
        put(root.resolve("checkout"), checkout + "\n");
    }

    /** Replace a file as a whole, if it does not hold the text already. */
    static void put(Path file, String text) throws IOException {
        if (Files.exists(file) && Files.readString(file).equals(text)) {
            return;
        }
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(fresh, text);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Make an empty folder for the files of one operation; one that is there is another's, or what a crash left of one. */
    Path newRunFolder() throws IOException {
        int number = 1;
        while (true) {
            try {
                return Files.createDirectory(root.resolve("run-" + number));
            } catch (FileAlreadyExistsException _) {
                number++;
            }
        }
    }

    /** Remove what captures of a former life left. */
    void sweepRunFolders() throws IOException {
        try (var children = Files.newDirectoryStream(root, "run-*")) {
            for (Path child : children) {
                FolderTree.delete(child);
            }
        }
    }

    /** Have the next capture start from nothing: it reads every file, and stores again what the mirror has lost. */
    void forgetIndex() throws IOException {
        Files.deleteIfExists(captured());
        Files.deleteIfExists(index());
    }
}
