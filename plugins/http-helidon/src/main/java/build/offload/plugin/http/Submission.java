package build.offload.plugin.http;

import build.offload.spi.frontend.OperatorCall.BuildRequest;
import build.offload.spi.frontend.OperatorCall.Placement;
import build.offload.spi.frontend.OperatorCall.SubmitJob;
import build.offload.spi.model.HostName;
import build.offload.spi.model.KeepPattern;
import build.offload.spi.model.OutputPattern;
import build.offload.spi.model.SecretName;
import build.offload.spi.model.ToolRequirement;
import build.offload.spi.model.VersionRange;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Reads the body of a submission. */
final class Submission {

    private static final Set<String> FIELDS = Set.of(
            "idempotencyKey",
            "expectedRevision",
            "checkout",
            "folder",
            "commandClass",
            "argv",
            "outputs",
            "requirements",
            "environment",
            "timeLimitSeconds",
            "ownerPid",
            "neverLocal",
            "localOverride",
            "excludedHosts",
            "labels",
            "queueLimitSeconds",
            "publication",
            "secrets",
            "keep");
    private static final long LONGEST_TIME_LIMIT = Duration.ofDays(365).toSeconds();

    private Submission() {}

    static SubmitJob read(JsonNode document) {
        Fields fields = Fields.only(document, FIELDS);
        return new SubmitJob(
                fields.idempotencyKey(),
                fields.optionalRevision(),
                fields.text("checkout"),
                fields.optionalText("folder").orElse(""),
                build(fields),
                fields.optionalNumber("ownerPid", Integer.MAX_VALUE));
    }

    private static BuildRequest build(Fields fields) {
        return new BuildRequest(
                fields.text("commandClass"),
                fields.texts("argv"),
                fields.texts("outputs").stream().map(OutputPattern::new).toList(),
                requirements(fields),
                fields.optionalTextMap("environment"),
                limit(fields, "timeLimitSeconds"),
                placement(fields),
                fields.optionalText("publication").orElse(BuildRequest.FILE_BY_FILE),
                fields.optionalTexts("secrets").stream().map(SecretName::new).toList(),
                fields.optionalTexts("keep").stream().map(KeepPattern::new).toList());
    }

    private static List<ToolRequirement> requirements(Fields fields) {
        return fields.optionalTextMap("requirements").entrySet().stream()
                .map(entry -> new ToolRequirement(entry.getKey(), new VersionRange(entry.getValue())))
                .toList();
    }

    private static Optional<Duration> limit(Fields fields, String name) {
        OptionalLong seconds = fields.optionalNumber(name, LONGEST_TIME_LIMIT);
        return seconds.isPresent() ? Optional.of(Duration.ofSeconds(seconds.getAsLong())) : Optional.empty();
    }

    private static Placement placement(Fields fields) {
        List<HostName> excluded = fields.optionalTexts("excludedHosts").stream()
                .map(HostName::new)
                .toList();
        return new Placement(
                fields.flag("neverLocal"),
                fields.flag("localOverride"),
                excluded,
                fields.optionalTextMap("labels"),
                limit(fields, "queueLimitSeconds"));
    }
}
