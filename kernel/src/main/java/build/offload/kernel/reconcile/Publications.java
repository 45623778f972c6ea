package build.offload.kernel.reconcile;

import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.frontend.OperatorCall.BuildRequest;
import build.offload.spi.model.OutputPath;
import build.offload.spi.model.OutputPattern;
import build.offload.spi.publish.PublicationStrategy;
import build.offload.spi.publish.PublicationStrategy.Unit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The publication strategies at hand, by name, and which of them a build may choose.
 *
 * @param strategies each under the name it is reported by
 */
public record Publications(Map<String, PublicationStrategy> strategies) {

    public Publications {
        strategies = Map.copyOf(strategies);
    }

    /** Return the strategy that a build chose; empty if its plugin is not loaded. */
    Optional<PublicationStrategy> of(BuildRequest build) {
        return Optional.ofNullable(strategies.get(build.publication()));
    }

    /** Return why a build's outputs cannot be published as it asks for; empty if they can. */
    public Optional<Refusal> refusal(BuildRequest build) {
        Optional<PublicationStrategy> strategy = of(build);
        if (strategy.isEmpty()) {
            return Optional.of(Refusal.of(
                    "no-such-publication",
                    "there is no publication strategy '" + build.publication() + "'; there are "
                            + String.join(", ", new TreeMap<>(strategies).keySet())));
        }
        return movesFolders(strategy.get()) ? badFolders(build) : Optional.empty();
    }

    private static boolean movesFolders(PublicationStrategy strategy) {
        return strategy.unit() == Unit.FOLDER;
    }

    private static Optional<Refusal> badFolders(BuildRequest build) {
        for (OutputPattern output : build.outputs()) {
            if (output.wholeFolder().isEmpty()) {
                return Optional.of(Refusal.of(
                        "no-whole-folder",
                        build.publication() + " moves whole folders, and the output '" + output
                                + "' is not one; declare it as FOLDER/**, or publish with "
                                + BuildRequest.FILE_BY_FILE));
            }
        }
        List<OutputPath> folders = wholeFolders(build);
        return folders.stream()
                .flatMap(inner -> folders.stream()
                        .filter(outer -> inner.value().startsWith(outer + "/"))
                        .map(outer -> Refusal.of(
                                "folder-in-folder",
                                "the output folder " + inner + " is inside " + outer
                                        + "; declare the outer one alone")))
                .findFirst();
    }

    /** Return the folders that a build's strategy moves as a whole; none where it moves files. */
    List<OutputPath> folders(BuildRequest build) {
        return of(build).filter(Publications::movesFolders).isPresent() ? wholeFolders(build) : List.of();
    }

    private static List<OutputPath> wholeFolders(BuildRequest build) {
        return build.outputs().stream()
                .flatMap(output -> output.wholeFolder().stream())
                .distinct()
                .sorted()
                .toList();
    }
}
