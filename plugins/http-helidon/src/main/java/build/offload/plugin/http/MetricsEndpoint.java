package build.offload.plugin.http;

import build.offload.plugin.http.Reply.Whole;
import build.offload.spi.frontend.Controller;
import io.prometheus.client.exporter.common.TextFormat;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;

/** {@code GET /metrics}: the series in text exposition 0.0.4, for a Prometheus that scrapes. */
final class MetricsEndpoint {

    private final ControllerCollector collector;

    MetricsEndpoint(Controller controller) {
        this.collector = new ControllerCollector(controller);
    }

    Reply metrics(Request request) {
        StringWriter text = new StringWriter();
        try {
            TextFormat.write004(text, Collections.enumeration(collector.collect()));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        byte[] body = text.toString().getBytes(StandardCharsets.UTF_8);
        return new Whole(200, TextFormat.CONTENT_TYPE_004, body, Map.of());
    }
}
