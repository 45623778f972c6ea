package build.offload.kernel.job;

import build.offload.kernel.json.Json;
import build.offload.kernel.transition.Submission;
import build.offload.spi.frontend.OperatorCall.BuildRequest;
import build.offload.spi.model.KeepPattern;
import build.offload.spi.model.OutputPattern;
import build.offload.spi.model.SecretName;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/** Tells two submissions under one key apart: what is run, where, and what it brings back. */
public final class Fingerprint {

    private Fingerprint() {}

    static String of(Submission submission) {
        return of(submission.folder(), submission.build());
    }

    /** Return the fingerprint of a build in a sub-folder of a checkout. */
    public static String of(String folder, BuildRequest build) {
        Map<String, Object> chosen = new TreeMap<>(Map.of(
                "folder", folder,
                "argv", build.argv(),
                "outputs",
                        build.outputs().stream()
                                .map(OutputPattern::value)
                                .sorted()
                                .toList(),
                "requirements",
                        build.requirements().stream()
                                .map(Object::toString)
                                .sorted()
                                .toList(),
                "environment", new TreeMap<>(build.environment())));
        if (!build.publication().equals(BuildRequest.FILE_BY_FILE)) {
            chosen.put("publication", build.publication());
        }
        if (!build.secrets().isEmpty()) {
            chosen.put(
                    "secrets",
                    build.secrets().stream().map(SecretName::value).sorted().toList());
        }
        if (!build.keep().isEmpty()) {
            chosen.put(
                    "keep",
                    build.keep().stream().map(KeepPattern::value).sorted().toList());
        }
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(Json.text(chosen).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException absent) {
            throw new IllegalStateException("every JDK has SHA-256", absent);
        }
    }
}
