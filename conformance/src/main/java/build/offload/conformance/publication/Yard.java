package build.offload.conformance.publication;

import build.offload.conformance.wire.check.Expect;
import build.offload.conformance.wire.check.NotApplicable;
import build.offload.conformance.wire.check.Violation;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.FileStamp;
import build.offload.spi.model.JobId;
import build.offload.spi.model.OutputPath;
import build.offload.spi.publish.PublicationStrategy;
import build.offload.spi.publish.PublicationStrategy.PromotionReport;
import build.offload.spi.publish.PublicationStrategy.PromotionRequest;
import build.offload.spi.publish.PublicationStrategy.Target;
import build.offload.spi.publish.PublicationStrategy.Unit;
import build.offload.spi.publish.PublicationStrategy.WholeFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A checkout with the folder {@code out}, under which every target is, and a promotion that is put together. Every number makes
 * another attempt, with staging and journal of its own.
 */
final class Yard {

    static final String OUT = "out";

    private final PublicationStrategy strategy;
    private final Path checkout;
    private final Path beside;
    private final List<Target> targets = new ArrayList<>();
    private final Map<OutputPath, FileStamp> outdated = new TreeMap<>();
    private int attempt = 1;

    Yard(PublicationStrategy strategy, Path folder) throws IOException {
        this.strategy = strategy;
        Path top = folder.toRealPath();
        this.beside = top;
        this.checkout = Files.createDirectories(top.resolve("checkout"));
    }

    PublicationStrategy strategy() {
        return strategy;
    }

    boolean movesFolders() {
        return strategy.unit() == Unit.FOLDER;
    }

    /** Go on only where the strategy moves whole folders. */
    void needsFolders() {
        if (!movesFolders()) {
            throw new NotApplicable("it moves files, and the rule is about whole folders");
        }
    }

    Path at(String path) {
        return checkout.resolve(path);
    }

    Path outside() {
        return beside;
    }

    Path journal() {
        return beside.resolve("journal-" + attempt);
    }

    Path staged(String path) {
        return beside.resolve("staging-" + attempt).resolve(path);
    }

    Path write(String path, String content) throws IOException {
        return write(at(path), content);
    }

    private static Path write(Path file, String content) throws IOException {
        Files.createDirectories(file.resolveSibling(""));
        return Files.writeString(file, content);
    }

    /** Stage a file whose target may be as it stands now. */
    Yard stage(String path, String content) throws IOException {
        Optional<FileStamp> now = stamp(path);
        return stage(path, content, false, now.isEmpty(), now.map(Set::of).orElse(Set.of()));
    }

    Yard stage(String path, String content, boolean executable, boolean mayBeAbsent, Set<FileStamp> mayBe)
            throws IOException {
        Path file = write(staged(path), content);
        targets.add(
                new Target(new OutputPath(path), executable, Files.size(file), sha256(content), mayBeAbsent, mayBe));
        return this;
    }

    /** Say that a file was put there by an earlier promotion, and stands as it did then. */
    void outdated(String path) {
        outdated.put(new OutputPath(path), stamp(path).orElseThrow());
    }

    /** Begin the next attempt, with nothing staged yet. */
    void nextAttempt() {
        attempt++;
        targets.clear();
    }

    PromotionRequest request() throws IOException {
        List<WholeFolder> folders =
                movesFolders() ? List.of(new WholeFolder(new OutputPath(OUT), Map.copyOf(outdated))) : List.of();
        return new PromotionRequest(
                new AttemptId(new JobId("a".repeat(64)), attempt),
                checkout,
                Files.createDirectories(staged("")),
                Files.createDirectories(journal()),
                List.copyOf(targets),
                folders);
    }

    PromotionReport promote() throws IOException {
        return strategy.promote(request());
    }

    /** Promote, and expect that it comes through. */
    PromotionReport.Promoted promoted() throws IOException {
        PromotionReport report = promote();
        if (report instanceof PromotionReport.Promoted promoted) {
            return promoted;
        }
        throw new Violation("expected that everything is promoted, but it is " + report);
    }

    /** Promote, and expect that it is blocked by exactly these. */
    void blockedBy(String... paths) throws IOException {
        PromotionReport report = promote();
        Set<String> named = report instanceof PromotionReport.Blocked blocked
                ? Set.copyOf(blocked.conflicts().stream()
                        .map(conflict -> conflict.path().value())
                        .toList())
                : Set.of();
        Expect.that(
                named.equals(Set.of(paths)),
                "expected a promotion blocked by " + String.join(", ", paths) + ", but it is " + report);
    }

    /** Return what the checkout holds: folders, links, and files with permissions and content. */
    Map<String, String> picture() throws IOException {
        Map<String, String> picture = new TreeMap<>();
        try (Stream<Path> all = Files.walk(checkout)) {
            for (Path path : (Iterable<Path>) all::iterator) {
                picture.put(checkout.relativize(path).toString(), described(path));
            }
        }
        return picture;
    }

    private static String described(Path path) throws IOException {
        if (Files.isSymbolicLink(path)) {
            return "link to " + Files.readSymbolicLink(path);
        }
        return Files.isDirectory(path) ? "folder" : mode(path) + " " + Files.readString(path);
    }

    static String mode(Path file) throws IOException {
        return Integer.toOctalString((int) Files.getAttribute(file, "unix:mode", LinkOption.NOFOLLOW_LINKS) & 07777);
    }

    /** Expect that the checkout holds what it held. */
    void expect(Map<String, String> picture, String when) throws IOException {
        Map<String, String> found = picture();
        Expect.that(found.equals(picture), when + " the checkout was to hold " + picture + ", but it holds " + found);
    }

    /** Return the stamp of a file of the checkout; empty if it is none. */
    Optional<FileStamp> stamp(String path) {
        return stampOf(at(path));
    }

    static Optional<FileStamp> stampOf(Path file) {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try {
            Map<String, Object> all =
                    Files.readAttributes(file, "unix:ino,size,lastModifiedTime,ctime", LinkOption.NOFOLLOW_LINKS);
            return Optional.of(new FileStamp(
                    number(all, "ino"), number(all, "size"), nanos(all, "lastModifiedTime"), nanos(all, "ctime")));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static long number(Map<String, Object> all, String name) {
        return all.get(name) instanceof Number value ? value.longValue() : 0;
    }

    private static long nanos(Map<String, Object> all, String name) {
        return all.get(name) instanceof FileTime time ? time.to(TimeUnit.NANOSECONDS) : 0;
    }

    private static String sha256(String content) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException absent) {
            throw new IllegalStateException("every JDK has SHA-256", absent);
        }
    }
}
