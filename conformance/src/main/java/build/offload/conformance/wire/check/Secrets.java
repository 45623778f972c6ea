package build.offload.conformance.wire.check;

import build.offload.conformance.wire.http.Exchange;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;

/** Takes the tokens out of what is shown to people. */
public final class Secrets {

    private static final String MASK = "(token)";

    private final List<String> forms;

    /** Mask the tokens of a target. */
    public Secrets(Target target) {
        this.forms = Stream.concat(Stream.of(target.token()), target.deckToken().stream())
                .flatMap(Secrets::forms)
                .filter(form -> !form.isEmpty())
                .distinct()
                .toList();
    }

    /** The forms in which the suite itself sends a token; one is a token that lacks its end. */
    private static Stream<String> forms(String token) {
        byte[] pair = (":" + token).getBytes(StandardCharsets.UTF_8);
        return Stream.of(
                token,
                URLEncoder.encode(token, StandardCharsets.UTF_8),
                Base64.getEncoder().encodeToString(pair),
                token.substring(0, token.length() - 1));
    }

    /** Return the text without any token. */
    public String masked(String text) {
        String masked = text;
        for (String form : forms) {
            masked = masked.replace(form, MASK);
        }
        return masked;
    }

    /** Return the exchange without any token. */
    public Exchange masked(Exchange exchange) {
        return new Exchange(masked(exchange.request()), masked(exchange.answer()));
    }
}
