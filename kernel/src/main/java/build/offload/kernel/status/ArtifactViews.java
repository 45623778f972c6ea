package build.offload.kernel.status;

import build.offload.kernel.store.ConflictRow;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.JobRow.Ending;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.StagedFileRow;
import build.offload.spi.frontend.ArtifactsView;
import build.offload.spi.frontend.ArtifactsView.Artifact;
import build.offload.spi.frontend.JobView.Conflict;
import build.offload.spi.frontend.JobView.Why;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.PublicationPhase;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** What jobs brought back, as whoever has to decide about it sees it. */
final class ArtifactViews {

    private final Function<AttemptId, Path> staging;

    /** Create views; {@code staging} says where an attempt's outputs are kept. */
    ArtifactViews(Function<AttemptId, Path> staging) {
        this.staging = staging;
    }

    ArtifactsView view(ReadTransaction tx, JobRow job, int limit) {
        boolean placed = job.progress().attempt() > 0;
        PublicationPhase phase = job.progress().publication();
        List<StagedFileRow> staged = placed ? tx.jobs().staged(job.attemptId()) : List.of();
        Map<String, String> inTheWay = inTheWay(tx.jobs().conflicts(job.id()));
        List<Artifact> files = staged.stream()
                .limit(limit)
                .map(file -> artifact(file, inTheWay))
                .toList();
        staged.forEach(file -> inTheWay.remove(file.path().value()));
        return new ArtifactsView(
                job.id(),
                job.progress().stage(),
                phase,
                placed && JobViews.keepsStaging(phase)
                        ? Optional.of(staging.apply(job.attemptId()).toString())
                        : Optional.empty(),
                job.progress().ending().map(ArtifactViews::why),
                phase == PublicationPhase.BLOCKED && !staged.isEmpty(),
                staged.size(),
                staged.stream().mapToLong(StagedFileRow::size).sum(),
                files,
                inTheWay.entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(entry -> new Conflict(entry.getKey(), entry.getValue()))
                        .toList());
    }

    private static Map<String, String> inTheWay(List<ConflictRow> rows) {
        Map<String, String> inTheWay = new HashMap<>();
        rows.forEach(row -> inTheWay.put(row.path(), row.reason()));
        return inTheWay;
    }

    private static Artifact artifact(StagedFileRow file, Map<String, String> inTheWay) {
        String path = file.path().value();
        return new Artifact(
                path, file.executable(), file.size(), file.sha256(), Optional.ofNullable(inTheWay.get(path)));
    }

    private static Why why(Ending ending) {
        return new Why(ending.code(), ending.message());
    }
}
