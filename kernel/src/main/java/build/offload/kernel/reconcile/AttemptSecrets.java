package build.offload.kernel.reconcile;

import build.offload.kernel.redact.Redactor;
import build.offload.spi.executor.Secret;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.SecretName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The secrets of the attempts that are under way, in memory only: read from the user's store when an attempt needs them, known to
 * the redactor while it lives, and forgotten after it. Safe for many threads.
 */
public final class AttemptSecrets {

    private static final int LONGEST_BYTES = 64 * 1024;

    private final SecretReader store;
    private final Redactor redactor;
    private final Map<AttemptId, List<Secret>> held = new HashMap<>();

    /** Create the memory over a store, for a redactor that is told what it holds. */
    public AttemptSecrets(SecretReader store, Redactor redactor) {
        this.store = store;
        this.redactor = redactor;
    }

    /**
     * Find out whether all these can be had now; nothing is kept.
     *
     * @throws IOException when one cannot; the message is for people
     */
    public void check(Collection<SecretName> names) throws IOException {
        read(names);
    }

    /**
     * Return what an attempt needs, read only once in its life under this controller.
     *
     * @throws IOException when one cannot be had; the message is for people
     */
    List<Secret> of(AttemptId attempt, Collection<SecretName> names) throws IOException {
        synchronized (held) {
            List<Secret> known = held.get(attempt);
            if (known != null) {
                return known;
            }
        }
        List<Secret> read = read(names);
        if (!read.isEmpty()) {
            synchronized (held) {
                held.put(attempt, read);
                read.forEach(secret -> redactor.register(secret.value()));
            }
        }
        return read;
    }

    private List<Secret> read(Collection<SecretName> names) throws IOException {
        if (names.isEmpty()) {
            return List.of();
        }
        Map<SecretName, String> values = store.read(names);
        List<Secret> secrets = names.stream()
                .map(name -> new Secret(name, values.getOrDefault(name, "")))
                .toList();
        for (Secret secret : secrets) {
            checkForm(secret);
        }
        return secrets;
    }

    private static void checkForm(Secret secret) throws IOException {
        String value = secret.value();
        if (value.strip().length() < Redactor.SHORTEST_KNOWN) {
            throw new IOException("the secret '" + secret.name() + "' has fewer than " + Redactor.SHORTEST_KNOWN
                    + " characters, so that it could not be told from ordinary output; give it a longer value");
        }
        if (value.indexOf('\0') >= 0 || value.getBytes(StandardCharsets.UTF_8).length > LONGEST_BYTES) {
            throw new IOException("the secret '" + secret.name() + "' has a NUL character or more than " + LONGEST_BYTES
                    + " bytes; keep it in another form, such as base64 or a shorter one");
        }
    }

    /** Forget what no attempt but these needs. */
    void keepOnly(Set<AttemptId> attempts) {
        synchronized (held) {
            List<Secret> gone = held.entrySet().stream()
                    .filter(entry -> !attempts.contains(entry.getKey()))
                    .flatMap(entry -> entry.getValue().stream())
                    .toList();
            held.keySet().retainAll(attempts);
            Set<String> needed = held.values().stream()
                    .flatMap(List::stream)
                    .map(Secret::value)
                    .collect(Collectors.toSet());
            gone.stream()
                    .map(Secret::value)
                    .filter(value -> !needed.contains(value))
                    .forEach(redactor::forget);
        }
    }
}
