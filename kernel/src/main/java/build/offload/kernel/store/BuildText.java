package build.offload.kernel.store;

import build.offload.kernel.json.Json;
import build.offload.spi.frontend.OperatorCall.BuildRequest;
import build.offload.spi.frontend.OperatorCall.Placement;
import build.offload.spi.model.HostName;
import build.offload.spi.model.KeepPattern;
import build.offload.spi.model.OutputPattern;
import build.offload.spi.model.SecretName;
import build.offload.spi.model.ToolRequirement;
import build.offload.spi.model.VersionRange;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A build request as one column of the ledger. The environment is a column of its own, because it may hold what should
 * not stay once the job is over.
 */
final class BuildText {

    private static final String PUBLICATION = "publication";
    private static final String SECRETS = "secrets";
    private static final String KEEP = "keep";

    private BuildText() {}

    static String write(BuildRequest build) {
        Map<String, Object> text = new LinkedHashMap<>();
        text.put("argv", build.argv());
        text.put("outputs", build.outputs().stream().map(OutputPattern::value).toList());
        Map<String, Object> tools = new LinkedHashMap<>();
        build.requirements().forEach(r -> tools.put(r.tool(), r.versions().text()));
        text.put("requirements", tools);
        build.timeLimit().ifPresent(limit -> text.put("timeLimitMillis", limit.toMillis()));
        text.put("neverLocal", build.placement().neverLocal());
        text.put("localOverride", build.placement().localOverride());
        text.put(
                "excludedHosts",
                build.placement().excludedHosts().stream().map(HostName::value).toList());
        if (!build.placement().labels().isEmpty()) {
            text.put("labels", build.placement().labels());
        }
        if (!build.publication().equals(BuildRequest.FILE_BY_FILE)) {
            text.put(PUBLICATION, build.publication());
        }
        if (!build.secrets().isEmpty()) {
            text.put(SECRETS, build.secrets().stream().map(SecretName::value).toList());
        }
        if (!build.keep().isEmpty()) {
            text.put(KEEP, build.keep().stream().map(KeepPattern::value).toList());
        }
        build.placement().queueLimit().ifPresent(limit -> text.put("queueLimitMillis", limit.toMillis()));
        return Json.text(text);
    }

    static BuildRequest read(String commandClass, String text, String environment) {
        Map<String, Object> fields = Json.object(text);
        return new BuildRequest(
                commandClass,
                strings(required(fields, "argv")),
                strings(required(fields, "outputs")).stream()
                        .map(OutputPattern::new)
                        .toList(),
                requirements(stringMap(required(fields, "requirements"))),
                stringMap(Json.object(environment)),
                duration(fields, "timeLimitMillis"),
                new Placement(
                        Boolean.TRUE.equals(fields.get("neverLocal")),
                        Boolean.TRUE.equals(fields.get("localOverride")),
                        strings(required(fields, "excludedHosts")).stream()
                                .map(HostName::new)
                                .toList(),
                        Optional.ofNullable(fields.get("labels"))
                                .map(BuildText::stringMap)
                                .orElse(Map.of()),
                        duration(fields, "queueLimitMillis")),
                Optional.ofNullable(fields.get(PUBLICATION))
                        .map(String.class::cast)
                        .orElse(BuildRequest.FILE_BY_FILE),
                strings(fields.getOrDefault(SECRETS, List.of())).stream()
                        .map(SecretName::new)
                        .toList(),
                strings(fields.getOrDefault(KEEP, List.of())).stream()
                        .map(KeepPattern::new)
                        .toList());
    }

    private static Optional<Duration> duration(Map<String, Object> fields, String name) {
        return Optional.ofNullable(fields.get(name)).map(millis -> Duration.ofMillis(((Number) millis).longValue()));
    }

    /** Return a field that every build request has; one without it was not written by us. */
    static Object required(Map<String, Object> fields, String name) {
        return Objects.requireNonNull(fields.get(name), () -> "the ledger's '" + name + "' is missing");
    }

    static List<String> strings(Object list) {
        return ((List<?>) list).stream().map(String.class::cast).toList();
    }

    static Map<String, String> stringMap(Object map) {
        Map<String, String> strings = new LinkedHashMap<>();
        ((Map<?, ?>) map).forEach((name, value) -> strings.put((String) name, (String) value));
        return strings;
    }

    private static List<ToolRequirement> requirements(Map<String, String> tools) {
        return tools.entrySet().stream()
                .map(tool -> new ToolRequirement(tool.getKey(), new VersionRange(tool.getValue())))
                .toList();
    }
}
