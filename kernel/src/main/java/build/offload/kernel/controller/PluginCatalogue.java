package build.offload.kernel.controller;

import build.offload.kernel.plugin.FailedPlugin;
import build.offload.kernel.plugin.LoadedPlugin;
import build.offload.kernel.plugin.PluginRoster;
import build.offload.spi.Plugin;
import build.offload.spi.executor.Executor;
import build.offload.spi.frontend.Frontend;
import build.offload.spi.probe.CapabilityProbe;
import build.offload.spi.publish.PublicationStrategy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the launcher found: the plugins that were loaded, by kind and sorted by name, and what could not be loaded. Names are
 * unique within a kind. Immutable.
 */
public final class PluginCatalogue {

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,62}");

    private final List<Loaded<Executor>> executors;
    private final List<Loaded<CapabilityProbe>> probes;
    private final List<Loaded<PublicationStrategy>> publications;
    private final List<Loaded<Frontend>> frontends;
    private final List<Failure> failures;

    private PluginCatalogue(Builder builder) {
        List<Failure> failed = new ArrayList<>(builder.failures);
        executors = distinct("executor", builder.executors, failed);
        probes = distinct("probe", builder.probes, failed);
        publications = distinct("publication", builder.publications, failed);
        frontends = distinct("frontend", builder.frontends, failed);
        failed.sort(Comparator.comparing(Failure::name).thenComparing(Failure::location));
        failures = List.copyOf(failed);
    }

    /**
     * A plugin that was loaded.
     *
     * @param name what the plugin said its name is; it was asked once
     * @param location the jar or folder it came from, for people
     */
    public record Loaded<T extends Plugin>(String name, T plugin, String version, String location) {}

    /**
     * What should have given a plugin and did not.
     *
     * @param name the best name there is for it: the plugin's, else that of the file
     * @param location the jar or folder it is in, for people
     * @param stage how far it came, such as {@code resolve} or {@code instantiate}
     * @param problem what is wrong, in a sentence
     */
    public record Failure(String name, String location, String stage, String problem) {}

    /** Return what can reach hosts. */
    public List<Loaded<Executor>> executors() {
        return executors;
    }

    /** Return what finds out what hosts can do. */
    public List<Loaded<CapabilityProbe>> probes() {
        return probes;
    }

    /** Return what can put outputs into a checkout. */
    public List<Loaded<PublicationStrategy>> publications() {
        return publications;
    }

    /** Return what serves clients. */
    public List<Loaded<Frontend>> frontends() {
        return frontends;
    }

    /** Return what could not be loaded, by name. */
    public List<Failure> failures() {
        return failures;
    }

    /** Return the executor of a name. */
    public Optional<Executor> executor(String name) {
        return named(executors, name);
    }

    /** Return the publication strategy of a name. */
    public Optional<PublicationStrategy> publication(String name) {
        return named(publications, name);
    }

    private static <T extends Plugin> Optional<T> named(List<Loaded<T>> plugins, String name) {
        return plugins.stream()
                .filter(loaded -> loaded.name().equals(name))
                .findFirst()
                .map(Loaded::plugin);
    }

    /** Return the same as the guard keeps it. */
    PluginRoster roster() {
        List<LoadedPlugin> loaded = Stream.of(
                        entries("executor", executors),
                        entries("probe", probes),
                        entries("publication", publications),
                        entries("frontend", frontends))
                .flatMap(List::stream)
                .toList();
        return new PluginRoster(
                loaded,
                failures.stream()
                        .map(f -> new FailedPlugin(f.name(), f.location(), f.stage(), f.problem()))
                        .toList());
    }

    private static <T extends Plugin> List<LoadedPlugin> entries(String kind, List<Loaded<T>> plugins) {
        return plugins.stream()
                .map(p -> new LoadedPlugin(p.plugin(), p.name(), kind, p.version(), p.location()))
                .toList();
    }

    /** The order in which files are found says nothing, so which of two stays is decided by where they are. */
    private static <T extends Plugin> List<Loaded<T>> distinct(
            String kind, List<Loaded<T>> found, List<Failure> failures) {
        List<Loaded<T>> kept = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Loaded<T> plugin : sorted(found)) {
            if (names.add(plugin.name())) {
                kept.add(plugin);
            } else {
                String problem = "another " + kind + " has the name '" + plugin.name() + "', the one in "
                        + kept.getLast().location() + "; remove one of the two";
                failures.add(new Failure(plugin.name(), plugin.location(), "catalogue", problem));
            }
        }
        return List.copyOf(kept);
    }

    private static <T extends Plugin> List<Loaded<T>> sorted(List<Loaded<T>> found) {
        Comparator<Loaded<T>> byName = Comparator.comparing(Loaded::name);
        return found.stream().sorted(byName.thenComparing(Loaded::location)).toList();
    }

    /**
     * Collects what is found. Plugins are asked for their names here, on the calling thread; a launcher that fears one that
     * hangs calls from a thread it can give up. For use by one thread.
     */
    public static final class Builder {

        private final List<Loaded<Executor>> executors = new ArrayList<>();
        private final List<Loaded<CapabilityProbe>> probes = new ArrayList<>();
        private final List<Loaded<PublicationStrategy>> publications = new ArrayList<>();
        private final List<Loaded<Frontend>> frontends = new ArrayList<>();
        private final List<Failure> failures = new ArrayList<>();

        /** Create a builder of an empty catalogue. */
        public Builder() {}

        /** Add what can reach hosts. */
        public Builder executor(Executor plugin, String version, String location) {
            return add(executors, plugin, version, location);
        }

        /** Add what finds out what hosts can do. */
        public Builder probe(CapabilityProbe plugin, String version, String location) {
            return add(probes, plugin, version, location);
        }

        /** Add what can put outputs into a checkout. */
        public Builder publication(PublicationStrategy plugin, String version, String location) {
            return add(publications, plugin, version, location);
        }

        /** Add what serves clients. */
        public Builder frontend(Frontend plugin, String version, String location) {
            return add(frontends, plugin, version, location);
        }

        /** Add what could not be loaded. */
        public Builder failure(Failure failure) {
            failures.add(failure);
            return this;
        }

        private <T extends Plugin> Builder add(List<Loaded<T>> kind, T plugin, String version, String location) {
            String type = plugin.getClass().getName();
            try {
                Optional<String> name = Optional.ofNullable(plugin.name());
                if (name.isPresent() && NAME.matcher(name.get()).matches()) {
                    kind.add(new Loaded<>(name.get(), plugin, version, location));
                } else {
                    failures.add(new Failure(
                            type,
                            location,
                            "name",
                            "gives the name " + name.map(n -> "'" + n + "'").orElse("null")
                                    + "; a name is 1 to 63 of a-z 0-9 . _ - and begins with a letter or digit"));
                }
            } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError thrown) {
                failures.add(new Failure(
                        type, location, "name", "threw " + thrown.getClass().getName() + " when asked for its name"));
            }
            return this;
        }

        /** Return the catalogue of what was added. */
        public PluginCatalogue build() {
            return new PluginCatalogue(this);
        }
    }
}
