package build.offload.plugin.publish.checkout;

import build.offload.spi.model.AttemptId;
import build.offload.spi.model.FileStamp;
import build.offload.spi.model.JobId;
import build.offload.spi.model.OutputPath;
import build.offload.spi.publish.PublicationStrategy;
import build.offload.spi.publish.PublicationStrategy.PromotionReport;
import build.offload.spi.publish.PublicationStrategy.PromotionRequest;
import build.offload.spi.publish.PublicationStrategy.Target;
import build.offload.spi.publish.PublicationStrategy.WholeFolder;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/** A checkout, a staging folder and a journal under test, and the request that is built up for them. */
public final class Yard {

    private final Path checkout;
    private final Path staging;
    private int attempt = 1;
    private final List<Target> targets = new ArrayList<>();
    private final List<WholeFolder> folders = new ArrayList<>();
    private final Maker maker;

    /** Makes the strategy under test. */
    @FunctionalInterface
    public interface Maker {
        PublicationStrategy make(Steps steps, Supplier<Reach> reach);
    }

    public Yard(Path top, Maker maker) throws IOException {
        this(top, top.resolve("staging"), maker);
    }

    public Yard(Path top, Path staging, Maker maker) throws IOException {
        this.maker = maker;
        Files.createDirectories(top);
        this.checkout = Files.createDirectory(top.toRealPath().resolve("checkout"));
        this.staging = Files.createDirectories(staging).toRealPath();
    }

    public Path checkout() {
        return checkout;
    }

    public Path journal() {
        return checkout.resolveSibling("journal-" + attempt);
    }

    public Path at(String path) {
        return below(checkout, path);
    }

    public Path staged(String path) {
        return below(staging, path);
    }

    /** Spell a path in percent signs, as no locale need know its characters. */
    private static Path below(Path folder, String path) {
        String encoded = URLEncoder.encode(path, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("%2F", "/");
        return Path.of(URI.create("file://" + folder + "/" + encoded));
    }

    public Path write(String path, String content) throws IOException {
        return write(at(path), content);
    }

    private static Path write(Path file, String content) throws IOException {
        Files.createDirectories(file.resolveSibling(""));
        return Files.writeString(file, content);
    }

    public void mode(String path, int bits) throws IOException {
        Files.setAttribute(at(path), "unix:mode", bits);
    }

    public static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    /** Stage a file whose target may be as it stands now. */
    public Yard stage(String path, String content, boolean executable) throws IOException {
        Look now = Look.at(at(path));
        Set<FileStamp> mayBe = now instanceof Look.Regular file ? Set.of(file.stamp()) : Set.of();
        return stage(path, content, executable, mayBe.isEmpty(), mayBe);
    }

    public Yard stage(String path, String content) throws IOException {
        return stage(path, content, false);
    }

    public Yard stage(String path, String content, boolean executable, boolean mayBeAbsent, Set<FileStamp> mayBe)
            throws IOException {
        Path file = write(staged(path), content);
        return target(
                new Target(new OutputPath(path), executable, Files.size(file), Sha256.of(file), mayBeAbsent, mayBe));
    }

    public Yard target(Target target) {
        targets.add(target);
        return this;
    }

    public FileStamp stamp(String path) throws IOException {
        if (Look.at(at(path)) instanceof Look.Regular file) {
            return file.stamp();
        }
        throw new IOException(path + " is no file");
    }

    /** Declare a folder that is promoted as a whole; files named are outdated if they still are as they stand now. */
    public Yard folder(String path, String... outdated) throws IOException {
        Map<OutputPath, FileStamp> stamps = new TreeMap<>();
        for (String file : outdated) {
            stamps.put(new OutputPath(path + "/" + file), stamp(path + "/" + file));
        }
        folders.add(new WholeFolder(new OutputPath(path), stamps));
        return this;
    }

    /** Begin another attempt with nothing staged. */
    public Yard next() {
        attempt++;
        targets.clear();
        folders.clear();
        return this;
    }

    /** Have no state of any target allowed. */
    public void forbidAll() {
        targets.replaceAll(one -> new Target(one.path(), one.executable(), one.size(), one.sha256(), false, Set.of()));
    }

    public PromotionRequest request() {
        return new PromotionRequest(
                new AttemptId(new JobId("a".repeat(64)), attempt),
                checkout,
                staging,
                journal(),
                List.copyOf(targets),
                List.copyOf(folders));
    }

    public PromotionReport promote() throws IOException {
        return promote(Steps.UNOBSERVED, Reach::best);
    }

    public PromotionReport promote(Steps steps, Supplier<Reach> reach) throws IOException {
        return maker.make(steps, reach).promote(request());
    }

    /** Return everything in the checkout: folders, and files with permissions and content. */
    public Map<String, String> picture() throws IOException {
        Map<String, String> picture = new TreeMap<>();
        Files.walkFileTree(checkout, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                picture.put(checkout.relativize(folder) + "/", "");
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                picture.put(checkout.relativize(file).toString(), described(file, attributes));
                return FileVisitResult.CONTINUE;
            }
        });
        return picture;
    }

    private static String described(Path file, BasicFileAttributes attributes) throws IOException {
        return attributes.isSymbolicLink()
                ? "link to " + Files.readSymbolicLink(file)
                : permissions(file) + " " + Files.readString(file);
    }
}
