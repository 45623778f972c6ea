package build.offload.conformance.publication;

import build.offload.plugin.publish.files.PublishFiles;
import build.offload.spi.publish.PublicationStrategy;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/** Promotes each file by itself, and knows nothing of the others; public, since a process of its own makes one. */
public final class JournalOfEachFile implements PublicationStrategy {

    /** Create it as a service loader would. */
    public JournalOfEachFile() {}

    @Override
    public String name() {
        return "journal-of-each-file";
    }

    @Override
    public PromotionReport promote(PromotionRequest request) throws IOException {
        List<Placed> placed = new ArrayList<>();
        for (Target target : request.targets()) {
            PromotionRequest one = new PromotionRequest(
                    request.attempt(),
                    request.checkout(),
                    request.staging(),
                    Files.createTempDirectory(request.journal(), "one"),
                    List.of(target));
            switch (new PublishFiles().promote(one)) {
                case PromotionReport.Promoted(var files) -> placed.addAll(files);
                case PromotionReport.Blocked blocked -> {
                    return blocked;
                }
            }
        }
        return new PromotionReport.Promoted(placed);
    }
}
