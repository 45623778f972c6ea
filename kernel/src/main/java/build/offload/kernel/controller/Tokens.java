package build.offload.kernel.controller;

import build.offload.kernel.access.Token;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The configured tokens as the access guard keeps them. */
final class Tokens {

    private Tokens() {}

    static List<Token> of(Settings settings) {
        return settings.tokens().stream()
                .map(token ->
                        new Token(token.name(), token.role(), token.secret().getBytes(StandardCharsets.UTF_8)))
                .toList();
    }
}
