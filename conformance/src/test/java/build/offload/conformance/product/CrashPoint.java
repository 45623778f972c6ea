package build.offload.conformance.product;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A moment in the life of one build at which its controller dies.
 *
 * @param name what people call it
 * @param trail where that is in the product's code, as the agent reads it
 * @param least how many outputs are in place then at least; every other is still the old one
 * @param most how many are at most
 */
record CrashPoint(String name, String trail, int least, int most) {

    private static final String KERNEL = "build.offload.kernel.";
    private static final String COMMIT = KERNEL + "store.StoreWriter#commit";
    private static final String SEND = "build.offload.spi.posix.Preparation#send";
    private static final String MANIFEST = "build.offload.spi.posix.OutputTransfer#manifest";
    private static final String STAGE = "build.offload.spi.posix.StagingFolder#write";
    private static final String VERIFY = KERNEL + "reconcile.StagedOutputs#wrong";
    private static final String PROMOTE = "build.offload.plugin.publish.checkout.Site#at";
    private static final String NEXT = " > ";

    /** What stands for one transition of the build's life among its points. */
    private interface Commit {
        Stream<CrashPoint> points(String step, String word, int inPlace);
    }

    /** Return the points of a build with so many outputs, in the order of its life. */
    static List<CrashPoint> all(int files) {
        return life(files, CrashPoint::commit);
    }

    /** Return the same and, before each commit, the point at which nothing is committed but what is about to be done. */
    static List<CrashPoint> withIntents(int files) {
        return life(files, CrashPoint::intentAndCommit);
    }

    private static List<CrashPoint> life(int files, Commit commit) {
        return Stream.of(
                        commit.points("job.SubmitStep", "submission", 0),
                        commit("dispatch.PlaceStep", "placement", 0),
                        Stream.of(at("the first object is sent", "in " + SEND, 0)),
                        commit.points("job.PreparedStep", "preparation", 0),
                        commit.points("job.StartedStep", "start", 0),
                        commit.points("job.ExitedStep", "exit", 0),
                        fetch(files),
                        commit.points("job.CollectedStep", "collection", 0),
                        promotion(files),
                        commit.points("job.PromotedStep", "promotion", files),
                        commit.points("job.SweptStep", "sweep", files))
                .flatMap(points -> points)
                .toList();
    }

    private static Stream<CrashPoint> intentAndCommit(String step, String word, int inPlace) {
        CrashPoint intent = at(
                "the intent of the " + word + " is written",
                "in " + KERNEL + step + "#guard" + NEXT + "out " + COMMIT,
                inPlace);
        return Stream.concat(Stream.of(intent), commit(step, word, inPlace));
    }

    private static Stream<CrashPoint> commit(String step, String word, int inPlace) {
        String applied = "in " + KERNEL + step + "#apply" + NEXT;
        return Stream.of(
                at("the " + word + " is not committed yet", applied + "in " + COMMIT, inPlace),
                at("the " + word + " is committed", applied + "out " + COMMIT, inPlace));
    }

    private static Stream<CrashPoint> fetch(int files) {
        return Stream.of(
                at("the manifest comes", "in " + MANIFEST, 0),
                at("the first output comes", "in " + STAGE, 0),
                at("the second output comes", "in " + STAGE + NEXT + "in " + STAGE, 0),
                at("the last output came", "out " + STAGE + (NEXT + "out " + STAGE).repeat(files - 1), 0),
                at("the outputs are digested here", "in " + VERIFY, 0));
    }

    private static Stream<CrashPoint> promotion(int files) {
        Stream<CrashPoint> before = Stream.of(
                        "copying 0", "copies synced", "journal PLACING written", "journal PLACING in place")
                .map(step -> promoting(step, 0));
        Stream<CrashPoint> renames = IntStream.range(0, files)
                .boxed()
                .flatMap(file -> Stream.of(promoting("placing " + file, file), promoting("placed " + file, file + 1)));
        Stream<CrashPoint> after = Stream.of("journal PLACED written", "journal PLACED in place", "swept a file")
                .map(step -> promoting(step, files));
        return Stream.of(before, renames, after).flatMap(points -> points);
    }

    /** Return a point of the promotion by the name that the promotion itself has for it. */
    static CrashPoint promoting(String step, int inPlace) {
        return at("promoting, " + step, "in " + PROMOTE + "=" + step, inPlace);
    }

    private static CrashPoint at(String name, String trail, int inPlace) {
        return new CrashPoint(name, trail, inPlace, inPlace);
    }

    /** Return the same point with death so much later, when the build may be anywhere up to its end. */
    CrashPoint late(int millis, int files) {
        return new CrashPoint(name + ", " + millis + " ms ago", trail + " +" + millis, least, files);
    }

    @Override
    public String toString() {
        return name;
    }
}
