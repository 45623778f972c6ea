package build.offload.distribution.configuration;

import build.offload.distribution.configuration.Configuration.Limits;
import build.offload.distribution.configuration.Configuration.Queue;
import build.offload.distribution.configuration.Configuration.Retention;
import build.offload.distribution.configuration.Configuration.Secrets;
import build.offload.distribution.configuration.Configuration.Spill;
import build.offload.distribution.configuration.Configuration.Store;
import build.offload.distribution.configuration.Configuration.TokenSource;
import build.offload.distribution.configuration.Configuration.Workspaces;
import build.offload.distribution.toml.Quantities;
import build.offload.distribution.toml.TomlProblem;
import build.offload.distribution.toml.TomlSection;
import build.offload.spi.frontend.AccessGuard.Role;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads {@code config.toml}. A file with a problem still gives a configuration, made of what could be read and of defaults:
 * the controller has to run, and to be reachable, to say what is wrong.
 */
public final class ConfigurationFile {

    private static final int DEFAULT_PORT = 8787;
    private static final int HIGHEST_PORT = 65_535;
    private static final int MOST_FILES = 10_000_000;

    /** Hosts that no controller asks any more remove by themselves what is older. */
    private static final Duration MOST_IDLE = Duration.ofDays(90);

    private final Places places;
    private final List<TomlProblem> problems = new ArrayList<>();

    private ConfigurationFile(Places places) {
        this.places = places;
    }

    /** What came of reading: a configuration in any case, and the problems in the order of their lines. */
    public record Reading(Configuration configuration, List<TomlProblem> problems) {
        public Reading {
            problems = List.copyOf(problems);
        }
    }

    /** Read the configuration; a file that does not exist reads as an empty one, unless it was named. */
    public static Reading read(Places places) {
        ConfigurationFile file = new ConfigurationFile(places);
        Configuration configuration = file.configuration();
        List<TomlProblem> problems = file.problems.stream()
                .sorted(Comparator.comparingInt(TomlProblem::line))
                .distinct()
                .toList();
        return new Reading(configuration, problems);
    }

    private Configuration configuration() {
        TomlSection top = top();
        Configuration configuration = new Configuration(
                top.flag("enabled").orElse(true),
                top.number("port", 0, HIGHEST_PORT).map(Long::intValue).orElse(DEFAULT_PORT),
                top.text("plugins", places::beside).orElseGet(() -> places.beside("plugins")),
                limits(top.section("limits")),
                retention(top.section("retention")),
                workspaces(top.section("workspaces")),
                queue(top.section("queue"), top.section("dispatch")),
                spill(top.section("spill")),
                prometheus(top.section("metrics")),
                store(top.section("store")),
                secrets(top),
                tokens(top));
        top.rejectUnknown();
        return configuration;
    }

    private TomlSection top() {
        if (!Files.exists(places.configuration())) {
            if (places.named()) {
                problems.add(new TomlProblem(places.configuration(), 1, "", "the file does not exist"));
            }
            return TomlSection.empty(places.configuration(), problems);
        }
        try {
            return TomlSection.read(places.configuration(), problems);
        } catch (IOException failed) {
            problems.add(new TomlProblem(places.configuration(), 1, "", "cannot be read: " + failed));
            return TomlSection.empty(places.configuration(), problems);
        }
    }

    private static Limits limits(TomlSection section) {
        Limits limits = new Limits(
                section.quantity("time", Quantities::duration).orElse(Duration.ofHours(6)),
                section.quantity("silence", Quantities::duration).orElse(Duration.ofSeconds(90)),
                section.quantity("lost-after", Quantities::duration).orElse(Duration.ofMinutes(10)),
                section.quantity("outputs", Quantities::bytes).orElse(4L << 30),
                section.number("output-files", 1, MOST_FILES)
                        .map(Long::intValue)
                        .orElse(100_000),
                section.quantity("log", Quantities::bytes).orElse(1L << 30),
                section.quantity("workspaces", Quantities::duration).orElse(Duration.ZERO));
        section.rejectUnknown();
        return limits;
    }

    private static Retention retention(TomlSection section) {
        Retention retention = new Retention(
                section.quantity("jobs", least(Duration.ofDays(1))).orElse(Duration.ofDays(90)),
                section.quantity("lost", least(Duration.ofDays(1))).orElse(Duration.ofDays(365)),
                section.quantity("logs", least(Duration.ofHours(1))).orElse(Duration.ofDays(30)),
                section.quantity("events", least(Duration.ofDays(1))).orElse(Duration.ofDays(90)),
                section.quantity("audit", least(Duration.ofDays(7))).orElse(Duration.ofDays(365)),
                section.quantity("mirrors", least(Duration.ofDays(1))).orElse(Duration.ofDays(30)),
                section.quantity("mirrors-size", Quantities::bytes).orElse(20L << 30));
        section.rejectUnknown();
        return retention;
    }

    private static Workspaces workspaces(TomlSection section) {
        Workspaces workspaces = new Workspaces(
                section.quantity("idle", ConfigurationFile::idle).orElse(Duration.ofDays(14)),
                section.quantity("limit", Quantities::bytes).orElse(20L << 30));
        section.rejectUnknown();
        return workspaces;
    }

    private static Duration idle(String text) {
        Duration idle = Quantities.duration(text);
        if (idle.compareTo(MOST_IDLE) > 0) {
            throw new IllegalArgumentException("must be at most " + MOST_IDLE.toDays() + "d, but is '" + text + "'");
        }
        return idle;
    }

    private static Function<String, Duration> least(Duration least) {
        return text -> {
            Duration duration = Quantities.duration(text);
            if (duration.compareTo(least) < 0) {
                throw new IllegalArgumentException("must be at least " + least.toHours() + "h, but is '" + text + "'");
            }
            return duration;
        };
    }

    private static Queue queue(TomlSection queue, TomlSection dispatch) {
        Queue read = new Queue(
                queue.quantity("slo", Quantities::duration).orElse(Duration.ofSeconds(60)),
                dispatch.quantity("wedge-after", Quantities::duration).orElse(Duration.ofSeconds(30)));
        queue.rejectUnknown();
        dispatch.rejectUnknown();
        return read;
    }

    private static Spill spill(TomlSection section) {
        Spill spill = new Spill(
                section.factor("overload-factor").orElse(1.5),
                section.quantity("lease", Quantities::duration).orElse(Duration.ofMinutes(10)),
                section.number("jobs", 0, 64).map(Long::intValue).orElse(1));
        section.rejectUnknown();
        return spill;
    }

    private static Optional<URI> prometheus(TomlSection section) {
        Optional<URI> address = section.text("prometheus-url", ConfigurationFile::httpAddress);
        section.rejectUnknown();
        return address;
    }

    private static URI httpAddress(String text) {
        URI address = URI.create(text);
        if (address.getHost() == null || !(text.startsWith("http://") || text.startsWith("https://"))) {
            throw new IllegalArgumentException("must be an http or https address, but is '" + text + "'");
        }
        return address;
    }

    private Optional<Store> store(TomlSection section) {
        Optional<String> url = section.text("url", ConfigurationFile::databaseAddress);
        Optional<String> user = section.text("user");
        Optional<Path> password = section.text("password-file", places::beside);
        if (url.isEmpty() && (user.isPresent() || password.isPresent())) {
            section.require("url");
        }
        section.rejectUnknown();
        return url.map(address -> new Store(address, user, password));
    }

    private static String databaseAddress(String text) {
        if (!text.startsWith("jdbc:postgresql:")) {
            throw new IllegalArgumentException("must look like jdbc:postgresql://host/database");
        }
        if (text.contains("password=")) {
            throw new IllegalArgumentException("must not hold a password; name a file with it as password-file");
        }
        return text;
    }

    private Optional<Secrets> secrets(TomlSection top) {
        TomlSection section = top.section("secrets");
        Optional<Path> file = section.text("file", places::beside);
        List<String> command = section.texts("command", text -> text);
        if (section.has("file") && section.has("command")) {
            section.report("command", "must not stand beside file; secrets come from one store");
        } else if (section.has("command")
                && (command.isEmpty() || command.getFirst().isEmpty())) {
            section.report("command", "must begin with a program");
        } else if (top.has("secrets") && !section.has("command")) {
            section.require("file");
        }
        section.rejectUnknown();
        return file.isEmpty() && command.isEmpty() ? Optional.empty() : Optional.of(new Secrets(file, command));
    }

    private List<TokenSource> tokens(TomlSection top) {
        List<TokenSource> tokens = new ArrayList<>();
        Optional<Path> operator = top.text("token-file", places::beside);
        tokens.add(new TokenSource(
                "operator", Role.OPERATOR, operator.orElse(places.defaultToken()), operator.isPresent()));
        for (TomlSection section : top.sections("tokens")) {
            section.require("file");
            section.require("role");
            Optional<Role> role = section.text("role", ConfigurationFile::role);
            Optional<String> file = section.text("file");
            if (role.isPresent() && file.isPresent()) {
                tokens.add(new TokenSource(file.get(), role.get(), places.beside(file.get()), true));
            }
            section.rejectUnknown();
        }
        return tokens;
    }

    private static Role role(String text) {
        for (Role role : Role.values()) {
            if (role.name().toLowerCase(Locale.ROOT).equals(text)) {
                return role;
            }
        }
        throw new IllegalArgumentException("must be operator, deck or session, but is '" + text + "'");
    }
}
