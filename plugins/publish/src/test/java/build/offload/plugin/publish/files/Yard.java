package build.offload.plugin.publish.files;

import build.offload.plugin.publish.checkout.Look;
import build.offload.plugin.publish.checkout.Reach;
import build.offload.plugin.publish.checkout.Sha256;
import build.offload.plugin.publish.checkout.Steps;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.FileStamp;
import build.offload.spi.model.JobId;
import build.offload.spi.model.OutputPath;
import build.offload.spi.publish.PublicationStrategy.PromotionReport;
import build.offload.spi.publish.PublicationStrategy.PromotionRequest;
import build.offload.spi.publish.PublicationStrategy.Target;
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
final class Yard {

    private final Path checkout;
    private final Path staging;
    private final Path journal;
    private final List<Target> targets = new ArrayList<>();

    Yard(Path top) throws IOException {
        this(top, top.resolve("staging"));
    }

    Yard(Path top, Path staging) throws IOException {
        Files.createDirectories(top);
        this.checkout = Files.createDirectory(top.toRealPath().resolve("checkout"));
        this.staging = Files.createDirectories(staging).toRealPath();
        this.journal = checkout.resolveSibling("journal");
    }

    Path checkout() {
        return checkout;
    }

    Path journal() {
        return journal;
    }

    Path at(String path) {
        return below(checkout, path);
    }

    Path staged(String path) {
        return below(staging, path);
    }

    /** Spell a path in percent signs, as no locale need know its characters. */
    private static Path below(Path folder, String path) {
        String encoded = URLEncoder.encode(path, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("%2F", "/");
        return Path.of(URI.create("file://" + folder + "/" + encoded));
    }

    Path write(String path, String content) throws IOException {
        return write(at(path), content);
    }

    private static Path write(Path file, String content) throws IOException {
        Files.createDirectories(file.resolveSibling(""));
        return Files.writeString(file, content);
    }

    void mode(String path, int bits) throws IOException {
        Files.setAttribute(at(path), "unix:mode", bits);
    }

    static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    /** Stage a file whose target may be as it stands now. */
    Yard stage(String path, String content, boolean executable) throws IOException {
        Look now = Look.at(at(path));
        Set<FileStamp> mayBe = now instanceof Look.Regular file ? Set.of(file.stamp()) : Set.of();
        return stage(path, content, executable, mayBe.isEmpty(), mayBe);
    }

    Yard stage(String path, String content) throws IOException {
        return stage(path, content, false);
    }

    Yard stage(String path, String content, boolean executable, boolean mayBeAbsent, Set<FileStamp> mayBe)
            throws IOException {
        Path file = write(staged(path), content);
        return target(
                new Target(new OutputPath(path), executable, Files.size(file), Sha256.of(file), mayBeAbsent, mayBe));
    }

    Yard target(Target target) {
        targets.add(target);
        return this;
    }

    FileStamp stamp(String path) throws IOException {
        if (Look.at(at(path)) instanceof Look.Regular file) {
            return file.stamp();
        }
        throw new IOException(path + " is no file");
    }

    /** Have no state of any target allowed. */
    void forbidAll() {
        targets.replaceAll(one -> new Target(one.path(), one.executable(), one.size(), one.sha256(), false, Set.of()));
    }

    PromotionRequest request() {
        return new PromotionRequest(
                new AttemptId(new JobId("a".repeat(64)), 1), checkout, staging, journal, List.copyOf(targets));
    }

    PromotionReport promote() throws IOException {
        return new PublishFiles().promote(request());
    }

    PromotionReport promote(Steps steps, Supplier<Reach> reach) throws IOException {
        return new PublishFiles(steps, reach).promote(request());
    }

    /** Return everything in the checkout: folders, and files with permissions and content. */
    Map<String, String> picture() throws IOException {
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
