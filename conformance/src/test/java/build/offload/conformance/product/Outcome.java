package build.offload.conformance.product;

import build.offload.distribution.client.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** How a command of the product ended, and what it printed. */
record Outcome(int exit, byte[] stdout, byte[] stderr) {

    String out() {
        return new String(stdout, StandardCharsets.UTF_8);
    }

    String err() {
        return new String(stderr, StandardCharsets.UTF_8);
    }

    Json json() throws IOException {
        return Json.parse(stdout);
    }

    @Override
    public String toString() {
        return "exit " + exit + "\n--- standard output\n" + out() + "\n--- standard error\n" + err();
    }
}
