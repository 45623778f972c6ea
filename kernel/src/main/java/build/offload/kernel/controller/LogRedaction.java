package build.offload.kernel.controller;

import build.offload.kernel.redact.Redactor;

/** Takes secrets out of what is written to the controller's log, stack traces included (R8). Safe from any thread. */
public final class LogRedaction {

    private final Redactor redactor = new Redactor();

    /** Create a redaction that knows the forms of secrets, and none by itself. */
    public LogRedaction() {}

    /** Have a secret taken out wherever it stands, whatever it looks like. */
    public void hide(String secret) {
        redactor.register(secret);
    }

    /** Return a text without secrets. */
    public String safe(String text) {
        return redactor.redact(text);
    }
}
