package build.offload.plugin.publish.checkout;

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
 * The journal of one promotion as a file: small text that is always whole, for it is written anew, synced and renamed. Each line
 * holds fields apart by tabs, in which anything may stand. The first two lines say what kind of journal it is and of which
 * request.
 */
public final class JournalFile {

    private final Site site;
    private final String head;
    private final Path folder;

    /**
     * Create the journal of a site's request.
     *
     * @param head what a journal of this strategy begins with
     */
    public JournalFile(Site site, String head) {
        this.site = site;
        this.head = head;
        this.folder = site.request().journal();
    }

    private Path file() {
        return folder.resolve("promotion");
    }

    /**
     * Return the lines behind the first two, each as its fields; empty if nothing was begun that needs a journal.
     *
     * @throws IOException when it is not this request's, or not readable
     */
    public Optional<List<List<String>>> read() throws IOException {
        if (!Files.exists(file())) {
            return Optional.empty();
        }
        List<String> lines = List.of(Files.readString(file()).split("\n"));
        if (lines.size() < 3 || !lines.get(0).equals(head) || !lines.get(1).equals(requestLine())) {
            throw new IOException("the journal " + file() + " is not of this promotion of "
                    + site.request().attempt()
                    + "; nothing was touched. Look at the checkout "
                    + site.request().checkout()
                    + ", and remove the journal when it is in order");
        }
        return Optional.of(
                lines.subList(2, lines.size()).stream().map(JournalFile::fields).toList());
    }

    private static List<String> fields(String line) {
        List<String> fields = new ArrayList<>();
        for (String field : line.split("\t", -1)) {
            fields.add(unescaped(field));
        }
        return fields;
    }

    /**
     * Write the lines so that they survive a power loss, before anything is done that rests on them.
     *
     * @param state what the lines tell of, for tests that stop there
     */
    public void write(String state, List<List<String>> lines) throws IOException {
        Files.createDirectories(folder);
        Path fresh = folder.resolve("promotion.new");
        try (FileChannel channel = FileChannel.open(
                fresh, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.wrap(text(lines).getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        site.at("journal " + state + " written");
        Files.move(fresh, file(), StandardCopyOption.ATOMIC_MOVE);
        sync();
        site.at("journal " + state + " in place");
    }

    /** Forget a promotion that was put back. */
    public void clear() throws IOException {
        if (Files.deleteIfExists(file())) {
            sync();
        }
    }

    private void sync() throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private String text(List<List<String>> lines) {
        StringBuilder out = new StringBuilder(head + "\n" + requestLine() + "\n");
        for (List<String> fields : lines) {
            out.append(String.join(
                            "\t", fields.stream().map(JournalFile::escaped).toList()))
                    .append('\n');
        }
        return out.toString();
    }

    /** Return a stamp as a field; a dash for none. */
    public static String field(Optional<FileStamp> stamp) {
        return stamp.map(s -> s.inode() + " " + s.size() + " " + s.modifiedNanos() + " " + s.changedNanos())
                .orElse("-");
    }

    /** Return the stamp that a field holds. */
    public static Optional<FileStamp> stamp(String field) {
        if (field.equals("-")) {
            return Optional.empty();
        }
        String[] parts = field.split(" ");
        return Optional.of(new FileStamp(
                Long.parseLong(parts[0]),
                Long.parseLong(parts[1]),
                Long.parseLong(parts[2]),
                Long.parseLong(parts[3])));
    }

    /** Return a conflict as a line. */
    public static List<String> line(Conflict conflict) {
        return List.of("conflict", conflict.path().value(), conflict.reason());
    }

    /** Return the conflict that a line holds. */
    public static Conflict conflict(List<String> line) {
        return new Conflict(new OutputPath(line.get(1)), line.get(2));
    }

    /** Names what is promoted. The stamps that targets may have are left out: the journal says which one was found. */
    private String requestLine() {
        StringBuilder all = new StringBuilder(site.request().attempt().toString());
        for (Target target : site.request().targets()) {
            all.append('\0').append(target.path()).append('\0').append(target.executable());
            all.append('\0').append(target.size()).append('\0').append(target.sha256());
        }
        site.request().folders().forEach(folder -> all.append("\0folder\0").append(folder.path()));
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
