package build.offload.kernel.access;

import build.offload.spi.frontend.AccessGuard;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * Lets in whoever shows a token whose role reaches as far as the request, and means this very server. Safe from any thread.
 *
 * <p>A name in {@code Host} that leads to loopback only by way of DNS is refused: otherwise a web page whose own name is made to
 * resolve to 127.0.0.1 could reach us as if it were the user.
 */
public final class TokenGuard implements AccessGuard {

    private static final String SCHEME = "bearer ";

    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

    private final List<Token> tokens;
    private final Set<Integer> ports = new ConcurrentSkipListSet<>();

    /**
     * Create a guard.
     *
     * @throws IllegalArgumentException when there is no token, or two have one name or one secret
     */
    public TokenGuard(List<Token> tokens) {
        this.tokens = List.copyOf(tokens);
        if (tokens.isEmpty()) {
            throw new IllegalArgumentException("there is no token, so nobody could come in; configure one");
        }
        for (int i = 0; i < tokens.size(); i++) {
            refuseTwins(tokens.get(i), tokens.subList(i + 1, tokens.size()));
        }
    }

    private static void refuseTwins(Token token, List<Token> others) {
        for (Token other : others) {
            if (token.name().equals(other.name())) {
                throw new IllegalArgumentException("two tokens are named '" + token.name() + "'; rename one");
            }
            if (token.sameSecretAs(other)) {
                throw new IllegalArgumentException("tokens '" + token.name() + "' and '" + other.name()
                        + "' have the same secret, so their roles cannot be told apart; make a new one for either");
            }
        }
    }

    /** Say that a frontend listens on a port. Before the first such call every request counts as meant for another server. */
    public void servesOn(int port) {
        ports.add(port);
    }

    @Override
    public Access admit(Credentials credentials, Scope scope) {
        Optional<Token> bearer =
                credentials.authorization().flatMap(TokenGuard::secret).flatMap(this::bearer);
        if (bearer.filter(token -> reaches(token.role(), scope)).isEmpty()) {
            return new Access.Unauthenticated();
        }
        if (!meantForUs(credentials)) {
            return new Access.Misdirected();
        }
        return new Access.Granted(new Caller(bearer.get().name(), bearer.get().role()));
    }

    /** Return what follows the scheme; a scheme is written in any case (RFC 9110, 11.1). */
    private static Optional<byte[]> secret(String authorization) {
        if (!authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return Optional.empty();
        }
        return Optional.of(authorization.substring(SCHEME.length()).strip().getBytes(StandardCharsets.UTF_8));
    }

    /** Every token is compared, also after one that matched: the time says nothing about which it was. */
    private Optional<Token> bearer(byte[] secret) {
        byte[] shown = Token.digest(secret);
        Optional<Token> found = Optional.empty();
        for (Token token : tokens) {
            if (token.matches(shown)) {
                found = Optional.of(token);
            }
        }
        return found;
    }

    private static boolean reaches(Role role, Scope scope) {
        return switch (role) {
            case OPERATOR -> true;
            case DECK ->
                switch (scope) {
                    case STATUS, METRICS, TRANSITION, UNKNOWN -> true;
                    case OPERATOR -> false;
                };
            case SESSION ->
                switch (scope) {
                    case UNKNOWN -> true;
                    case STATUS, METRICS, TRANSITION, OPERATOR -> false;
                };
        };
    }

    /** A page served by us has the origin that its requests name as host; any other page has another. */
    private boolean meantForUs(Credentials credentials) {
        Optional<String> host = credentials.host().map(name -> name.toLowerCase(Locale.ROOT));
        return host.filter(this::ours).isPresent()
                && credentials.origin().map(origin -> origin.toLowerCase(Locale.ROOT)).stream()
                        .allMatch(origin -> origin.equals("http://" + host.get()));
    }

    /** A port that is not named is the client's affair: it got here. */
    private boolean ours(String host) {
        return !ports.isEmpty()
                && (LOOPBACK.contains(host)
                        || ports.stream()
                                .anyMatch(port -> LOOPBACK.stream().anyMatch(name -> host.equals(name + ":" + port))));
    }
}
