package build.offload.distribution.client;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * What the controller answered.
 *
 * @param retryAfter how long it asked to be left alone
 */
public record Reply(int status, byte[] body, Optional<Duration> retryAfter) {

    /** Return the body; what is no JSON is a failure of the controller. */
    public Json json() {
        try {
            return Json.parse(body);
        } catch (IOException wrong) {
            throw new CommandFailure(
                    ExitCode.INFRASTRUCTURE,
                    "the controller answered " + status + " with something that is no JSON",
                    wrong);
        }
    }

    /** Return whether what was asked for is there, or was done. */
    public boolean ok() {
        return status == 200;
    }

    /** Return the error's name, such as {@code stale-revision}; empty where there is none. */
    public String error() {
        return ok() ? "" : errorBody().text("error", "");
    }

    /** Return the code of a refusal's detail, such as {@code unknown-host}; empty where there is none. */
    public String code() {
        return ok() ? "" : errorBody().at("detail").text("code", "");
    }

    /**
     * Return the body of an answer that must be good.
     *
     * @param wish what was asked for, to begin the message with, such as "draining debian1"
     * @throws CommandFailure with the reason in words and the fitting exit code
     */
    public Json expect(String wish) {
        if (ok()) {
            return json();
        }
        throw failure(wish);
    }

    /** Return this answer as the failure it is. */
    public CommandFailure failure(String wish) {
        return new CommandFailure(exitCode(), wish + ": " + reason());
    }

    private ExitCode exitCode() {
        return switch (status) {
            case 400, 401, 404, 405, 413, 415, 421, 422 -> ExitCode.REFUSED;
            default -> ExitCode.INFRASTRUCTURE;
        };
    }

    private String reason() {
        Json error = errorBody();
        Optional<String> said = error.at("detail").text("message").or(() -> error.text("detail"));
        return switch (status) {
            case 401 -> "the controller does not know the token; it may have been changed since the controller started";
            case 403 -> "the audit journal cannot be written, so nothing was changed; see the controller's log";
            case 409 -> "the cluster kept changing meanwhile; nothing was changed, try again";
            case 503 -> said.orElseGet(() -> unavailable(error.text("error", "")));
            default -> said.orElseGet(() -> "the controller answered " + status + " " + error.text("error", ""));
        };
    }

    private static String unavailable(String error) {
        return switch (error) {
            case "busy" -> "the controller is busy and nothing was changed; try again";
            case "outcome-unknown" -> "it is not known whether it was done; look before trying again";
            case "store-unavailable" -> "the controller's store cannot be read; see the controller's log";
            default -> "the controller is not able to answer now";
        };
    }

    private Json errorBody() {
        try {
            return Json.parse(body);
        } catch (IOException notJson) {
            return emptyObject();
        }
    }

    private static Json emptyObject() {
        try {
            return Json.parse(new byte[] {'{', '}'});
        } catch (IOException impossible) {
            throw new IllegalStateException("an empty object is JSON", impossible);
        }
    }
}
