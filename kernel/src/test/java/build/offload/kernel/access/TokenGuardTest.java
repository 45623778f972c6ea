package build.offload.kernel.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.spi.frontend.AccessGuard.Access;
import build.offload.spi.frontend.AccessGuard.Caller;
import build.offload.spi.frontend.AccessGuard.Credentials;
import build.offload.spi.frontend.AccessGuard.Role;
import build.offload.spi.frontend.AccessGuard.Scope;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TokenGuardTest {

    private static final int PORT = 8787;

    private static final Map<Role, Set<Scope>> REACH = new EnumMap<>(Map.of(
            Role.OPERATOR, EnumSet.allOf(Scope.class),
            Role.DECK, EnumSet.of(Scope.STATUS, Scope.METRICS, Scope.TRANSITION, Scope.UNKNOWN),
            Role.SESSION, EnumSet.of(Scope.UNKNOWN)));

    private final TokenGuard guard = guard();

    @ParameterizedTest
    @EnumSource
    void everyRoleReachesWhatItsTableSaysAndNothingElse(Scope scope) {
        for (Role role : Role.values()) {
            Access access = guard.admit(shown("Bearer " + secretOf(role)), scope);

            assertThat(access)
                    .as("%s at %s", role, scope)
                    .isEqualTo(
                            REACH.getOrDefault(role, Set.of()).contains(scope)
                                    ? new Access.Granted(new Caller(nameOf(role), role))
                                    : new Access.Unauthenticated());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Bearer",
                "Bearer ",
                "Bearer    ",
                "Bearer wrong",
                "Bearer secret-operato",
                "Bearer secret-operatorr",
                "Bearer SECRET-OPERATOR",
                "Basic secret-operator",
                "secret-operator",
                "Bearersecret-operator",
                "Bearer secret-operator secret-operator"
            })
    void whatIsNotATokenIsUnauthenticated(String authorization) {
        assertThat(guard.admit(shown(authorization), Scope.STATUS)).isEqualTo(new Access.Unauthenticated());
    }

    @Test
    void aMissingHeaderIsUnauthenticatedAlsoWhereNothingIsServed() {
        Credentials none = new Credentials(Optional.empty(), Optional.of("localhost:8787"), Optional.empty());

        assertThat(guard.admit(none, Scope.UNKNOWN)).isEqualTo(new Access.Unauthenticated());
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer ", "bearer ", "BEARER ", "bEaReR   "})
    void theSchemeIsReadInAnyCase(String scheme) {
        assertThat(guard.admit(shown(scheme + "secret-deck"), Scope.STATUS)).isInstanceOf(Access.Granted.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1:8787",
                "localhost:8787",
                "LocalHost:8787",
                "[::1]:8787",
                "127.0.0.1",
                "localhost",
                "[::1]"
            })
    void aLoopbackNameWithOurPortOrNoneIsMeantForUs(String host) {
        assertThat(guard.admit(from(host, Optional.empty()), Scope.STATUS)).isInstanceOf(Access.Granted.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1:8788",
                "127.0.0.1:",
                "127.0.0.1:08787",
                "localhost:80",
                "localhost.",
                "localhost.:8787",
                "evil.example:8787",
                "localhost.evil.example:8787",
                "127.0.0.1.nip.io:8787",
                "user@localhost:8787",
                "127.0.0.2:8787",
                "0.0.0.0:8787",
                "::1",
                " localhost:8787",
                ""
            })
    void anyOtherHostIsMisdirected(String host) {
        assertThat(guard.admit(from(host, Optional.empty()), Scope.STATUS)).isEqualTo(new Access.Misdirected());
    }

    @Test
    void aMissingHostIsMisdirected() {
        Credentials noHost = new Credentials(
                Optional.of("Bearer secret-operator"), Optional.empty(), Optional.of("http://localhost:8787"));

        assertThat(guard.admit(noHost, Scope.STATUS)).isEqualTo(new Access.Misdirected());
    }

    @ParameterizedTest
    @CsvSource({
        "localhost:8787, http://localhost:8787, true",
        "localhost:8787, HTTP://LOCALHOST:8787, true",
        "[::1]:8787, http://[::1]:8787, true",
        "localhost:8787, http://localhost, false",
        "localhost:8787, http://localhost:3000, false",
        "localhost:8787, http://127.0.0.1:8787, false",
        "localhost:8787, https://localhost:8787, false",
        "localhost:8787, http://localhost:8787/, false",
        "localhost:8787, http://evil.example, false",
        "localhost:8787, null, false"
    })
    void anOriginIsLetInOnlyWhenItIsThisServer(String host, String origin, boolean granted) {
        Access access = guard.admit(from(host, Optional.of(origin)), Scope.STATUS);

        assertThat(access instanceof Access.Granted).isEqualTo(granted);
    }

    @Test
    void theTokenIsAskedForBeforeItIsSaidWhoseServerThisIs() {
        Credentials both = new Credentials(Optional.of("Bearer wrong"), Optional.of("evil.example"), Optional.empty());

        assertThat(guard.admit(both, Scope.STATUS)).isEqualTo(new Access.Unauthenticated());
    }

    @Test
    void beforeAFrontendListensEveryRequestIsMisdirected() {
        TokenGuard early = new TokenGuard(List.of(token(Role.OPERATOR)));

        assertThat(early.admit(from("localhost", Optional.empty()), Scope.STATUS))
                .isEqualTo(new Access.Misdirected());
    }

    @Test
    void severalFrontendsAreServedOnTheirOwnPorts() {
        guard.servesOn(9000);

        assertThat(guard.admit(from("localhost:9000", Optional.empty()), Scope.STATUS))
                .isInstanceOf(Access.Granted.class);
        assertThat(guard.admit(from("localhost:8787", Optional.empty()), Scope.STATUS))
                .isInstanceOf(Access.Granted.class);
    }

    @Test
    void whatStandsAroundASecretInItsFileDoesNotCount() {
        TokenGuard fromFile = new TokenGuard(List.of(new Token("file", Role.OPERATOR, bytes("secret-operator\n"))));
        fromFile.servesOn(PORT);

        assertThat(fromFile.admit(shown("Bearer secret-operator"), Scope.STATUS))
                .isInstanceOf(Access.Granted.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\n\t"})
    void aBlankSecretIsRefusedByTheNameOfItsToken(String secret) {
        assertThatThrownBy(() -> new Token("deck", Role.DECK, bytes(secret)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'deck'");
    }

    @Test
    void aGuardWithoutTokensIsRefused() {
        assertThatThrownBy(() -> new TokenGuard(List.of())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void twoTokensOfOneSecretAreRefusedByName() {
        List<Token> twins = List.of(
                new Token("first", Role.OPERATOR, bytes("same")), new Token("second", Role.DECK, bytes("same")));

        assertThatThrownBy(() -> new TokenGuard(twins))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'first'")
                .hasMessageContaining("'second'")
                .hasMessageNotContaining("same-secret");
    }

    @Test
    void twoTokensOfOneNameAreRefused() {
        List<Token> twins =
                List.of(new Token("deck", Role.OPERATOR, bytes("a")), new Token("deck", Role.DECK, bytes("b")));

        assertThatThrownBy(() -> new TokenGuard(twins)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aTokenNeverShowsItsSecret() {
        assertThat(token(Role.DECK).toString()).doesNotContain("secret-deck");
    }

    private static TokenGuard guard() {
        TokenGuard guard = new TokenGuard(List.of(token(Role.OPERATOR), token(Role.DECK), token(Role.SESSION)));
        guard.servesOn(PORT);
        return guard;
    }

    private static Token token(Role role) {
        return new Token(nameOf(role), role, bytes(secretOf(role)));
    }

    private static String nameOf(Role role) {
        return switch (role) {
            case OPERATOR -> "first";
            case DECK -> "overdeck";
            case SESSION -> "agents";
        };
    }

    private static String secretOf(Role role) {
        return switch (role) {
            case OPERATOR -> "secret-operator";
            case DECK -> "secret-deck";
            case SESSION -> "secret-session";
        };
    }

    private static Credentials shown(String authorization) {
        return new Credentials(Optional.of(authorization), Optional.of("localhost:8787"), Optional.empty());
    }

    private static Credentials from(String host, Optional<String> origin) {
        return new Credentials(Optional.of("Bearer secret-operator"), Optional.of(host), origin);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
