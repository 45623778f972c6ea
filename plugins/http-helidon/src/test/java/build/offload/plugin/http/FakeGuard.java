package build.offload.plugin.http;

import build.offload.spi.frontend.AccessGuard;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Lets the operator's token in everywhere and the deck's everywhere but into the operator API. */
final class FakeGuard implements AccessGuard {

    static final String OPERATOR = "operator-secret-5f1c";
    static final String DECK = "deck-secret-9a7e";

    final List<Scope> scopes = new CopyOnWriteArrayList<>();

    @Override
    public Access admit(Credentials credentials, Scope scope) {
        scopes.add(scope);
        Optional<Role> role = credentials.authorization().flatMap(FakeGuard::role);
        if (role.isEmpty() || (role.get() == Role.DECK && scope == Scope.OPERATOR)) {
            return new Access.Unauthenticated();
        }
        boolean ours =
                credentials.host().filter(host -> host.startsWith("127.0.0.1:")).isPresent()
                        && credentials.origin().stream().allMatch(origin -> origin.startsWith("http://127.0.0.1:"));
        return ours ? new Access.Granted(new Caller(role.get().name(), role.get())) : new Access.Misdirected();
    }

    private static Optional<Role> role(String authorization) {
        return switch (authorization) {
            case "Bearer " + OPERATOR -> Optional.of(Role.OPERATOR);
            case "Bearer " + DECK -> Optional.of(Role.DECK);
            default -> Optional.empty();
        };
    }
}
