package build.offload.plugin.publish.files;

import build.offload.plugin.publish.files.JournalState.Phase;
import build.offload.spi.model.FileStamp;
import build.offload.spi.model.OutputPath;
import build.offload.spi.publish.PublicationStrategy.Conflict;
import build.offload.spi.publish.PublicationStrategy.Target;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The journal of one promotion: a small text file that is always whole, for it is written anew, synced and renamed. A line
 * holds fields apart by tabs; what may hold anything is escaped and comes last.
 */
final class Journal {

    private static final String HEAD = "offload promotion 1";

    private final Site site;
    private final Path folder;

    Journal(Site site) {
        this.site = site;
        this.folder = site.request().journal();
    }

    private Path file() {
        return folder.resolve("promotion");
    }

    /**
     * Return what the journal says; empty if nothing was begun that needs one.
     *
     * @throws IOException when it is not this request's, or not readable
     */
    Optional<JournalState> read() throws IOException {
        if (!Files.exists(file())) {
            return Optional.empty();
        }
        List<String> lines = List.of(Files.readString(file()).split("\n"));
        if (lines.size() < 3 || !lines.get(0).equals(HEAD) || !lines.get(1).equals(requestLine())) {
            throw new IOException("the journal " + file() + " is not of this promotion of "
                    + site.request().attempt()
                    + "; nothing was touched. Look at the checkout "
                    + site.request().checkout()
                    + ", and remove the journal when it is in order");
        }
        return Optional.of(parse(lines.subList(2, lines.size())));
    }

    private JournalState parse(List<String> lines) {
        List<Item> items = new ArrayList<>();
        List<String> folders = new ArrayList<>();
        List<Conflict> conflicts = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            List<String> fields = List.of(line.split("\t", -1));
            switch (fields.getFirst()) {
                case "item" -> items.add(item(fields));
                case "folder" -> folders.add(unescaped(fields.get(1)));
                case "conflict" ->
                    conflicts.add(new Conflict(new OutputPath(unescaped(fields.get(1))), unescaped(fields.get(2))));
                default -> throw new IllegalStateException("a journal has no line '" + line + "'");
            }
        }
        return new JournalState(Phase.valueOf(lines.getFirst()), items, folders, conflicts);
    }

    private static Item item(List<String> fields) {
        return new Item(
                Integer.parseInt(fields.get(1)),
                Integer.parseInt(fields.get(2)),
                stamp(fields.get(3)).orElseThrow(),
                stamp(fields.get(4)),
                stamp(fields.get(5)));
    }

    private static Optional<FileStamp> stamp(String text) {
        if (text.equals("-")) {
            return Optional.empty();
        }
        String[] parts = text.split(" ");
        return Optional.of(new FileStamp(
                Long.parseLong(parts[0]),
                Long.parseLong(parts[1]),
                Long.parseLong(parts[2]),
                Long.parseLong(parts[3])));
    }

    /** Write the state so that it survives a power loss, before anything is done that rests on it. */
    void write(JournalState state) throws IOException {
        Files.createDirectories(folder);
        Path fresh = folder.resolve("promotion.new");
        try (FileChannel channel = FileChannel.open(
                fresh, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.wrap(text(state).getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        site.at("journal " + state.phase() + " written");
        Files.move(fresh, file(), StandardCopyOption.ATOMIC_MOVE);
        sync();
        site.at("journal " + state.phase() + " in place");
    }

    /** Forget a promotion that was put back. */
    void clear() throws IOException {
        if (Files.deleteIfExists(file())) {
            sync();
        }
    }

    private void sync() throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private String text(JournalState state) {
        StringBuilder out = new StringBuilder(HEAD + "\n" + requestLine() + "\n" + state.phase() + "\n");
        for (Item item : state.items()) {
            out.append("item\t%d\t%d\t%s\t%s\t%s\t%s\n"
                    .formatted(
                            item.number(),
                            item.home(),
                            text(Optional.of(item.fresh())),
                            text(item.was()),
                            text(item.placed()),
                            escaped(site.target(item).path().value())));
        }
        state.folders()
                .forEach(made -> out.append("folder\t").append(escaped(made)).append('\n'));
        for (Conflict conflict : state.conflicts()) {
            out.append("conflict\t%s\t%s\n".formatted(escaped(conflict.path().value()), escaped(conflict.reason())));
        }
        return out.toString();
    }

    private static String text(Optional<FileStamp> stamp) {
        return stamp.map(s -> s.inode() + " " + s.size() + " " + s.modifiedNanos() + " " + s.changedNanos())
                .orElse("-");
    }

    /** Names what is promoted. The stamps that targets may have are left out: the journal says which one was found. */
    private String requestLine() {
        StringBuilder all = new StringBuilder(site.request().attempt().toString());
        for (Target target : site.request().targets()) {
            all.append('\0').append(target.path()).append('\0').append(target.executable());
            all.append('\0').append(target.size()).append('\0').append(target.sha256());
        }
        return "request " + Sha256.of(all.toString());
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n");
    }

    private static String unescaped(String text) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                i++;
                out.append(
                        switch (text.charAt(i)) {
                            case 't' -> '\t';
                            case 'n' -> '\n';
                            default -> text.charAt(i);
                        });
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }
}
