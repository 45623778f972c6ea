package build.offload.distribution.configuration;

import build.offload.distribution.configuration.Configuration.Secrets;
import build.offload.distribution.toml.TomlProblem;
import build.offload.distribution.toml.TomlSection;
import build.offload.kernel.controller.Settings.SecretSource;
import build.offload.spi.model.SecretName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The store that the user keeps secrets in, as the configuration names it: a file of their own, or a command that tells one by its
 * name. It is read anew each time. Safe for many threads.
 */
public final class SecretStore implements SecretSource {

    private static final Set<PosixFilePermission> OTHERS = EnumSet.complementOf(EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE));

    private final Optional<Secrets> configured;

    /** Create the store of a configuration, which may name none. */
    public SecretStore(Optional<Secrets> configured) {
        this.configured = configured;
    }

    @Override
    public Map<SecretName, String> read(Collection<SecretName> names) throws IOException {
        Secrets store = configured.orElseThrow(() -> new IOException("the build asks for the secret '"
                + names.iterator().next() + "', but the configuration names no store of secrets; name one under"
                + " [secrets], as file = \"…\" or command = [\"…\"]"));
        Map<SecretName, String> values = new LinkedHashMap<>();
        Optional<Map<String, String>> inFile =
                store.file().isPresent() ? Optional.of(inFile(store.file().get())) : Optional.empty();
        for (SecretName name : names) {
            values.put(name, inFile.isPresent() ? one(store, inFile.get(), name) : told(store, name));
        }
        return values;
    }

    private static String one(Secrets store, Map<String, String> values, SecretName name) throws IOException {
        String value = values.get(name.value());
        if (value == null) {
            throw new IOException("there is no secret '" + name + "' in "
                    + store.file().orElseThrow() + "; add a line there: " + name + " = \"…\"");
        }
        return value;
    }

    private static String told(Secrets store, SecretName name) throws IOException {
        List<String> argv = new ArrayList<>(store.command());
        argv.add(name.value());
        return SecretCommand.output(argv, name);
    }

    private static Map<String, String> inFile(Path file) throws IOException {
        checkOwn(file);
        List<TomlProblem> problems = new ArrayList<>();
        Map<String, String> values = new LinkedHashMap<>();
        TomlSection.read(file, problems)
                .namedTexts(entry -> entry)
                .forEach(entry -> values.put(entry.getKey(), entry.getValue()));
        if (!problems.isEmpty()) {
            // What a parser says quotes the line, and the line is the secret.
            throw new IOException("the secrets file " + file + " has a mistake in line "
                    + problems.getFirst().line() + "; each line must read: NAME = \"value\"");
        }
        return values;
    }

    private static void checkOwn(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException("the secrets file " + file + " is no regular file, or is not there; make it, or name"
                    + " another under [secrets] in the configuration");
        }
        Object owner = Files.getAttribute(file, "unix:uid");
        if (!owner.equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"))) {
            throw new IOException(
                    "the secrets file " + file + " belongs to another user; run: chown \"$USER\" " + file);
        }
        if (Files.getPosixFilePermissions(file).stream().anyMatch(OTHERS::contains)) {
            throw new IOException(
                    "the secrets file " + file + " can be read or written by others; run: chmod 600 " + file);
        }
    }

    /** Return what is wrong with the store before anybody asks it for anything; no secret of a command's is asked for. */
    public Optional<String> problem() {
        try {
            if (configured.flatMap(Secrets::file).isPresent()) {
                inFile(configured.get().file().get());
            } else if (configured.isPresent()) {
                SecretCommand.requireProgram(configured.get().command().getFirst());
            }
            return Optional.empty();
        } catch (IOException unusable) {
            return Optional.of(String.valueOf(unusable.getMessage()));
        }
    }
}
