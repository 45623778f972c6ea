package build.offload.distribution.launcher;

import build.offload.spi.Plugin;
import build.offload.spi.executor.Executor;
import build.offload.spi.frontend.Frontend;
import build.offload.spi.probe.CapabilityProbe;
import build.offload.spi.publish.PublicationStrategy;
import java.util.Arrays;
import java.util.Set;

/** The interfaces a plugin may provide. */
enum PluginKind {
    EXECUTOR(Executor.class, "executor"),
    PROBE(CapabilityProbe.class, "probe"),
    PUBLICATION(PublicationStrategy.class, "publication"),
    FRONTEND(Frontend.class, "frontend");

    private final Class<? extends Plugin> service;
    private final String word;

    PluginKind(Class<? extends Plugin> service, String word) {
        this.service = service;
        this.word = word;
    }

    Class<? extends Plugin> service() {
        return service;
    }

    String word() {
        return word;
    }

    /** Return whether any of the services, by class name, is a kind of plugin. */
    static boolean anyIn(Set<String> services) {
        return Arrays.stream(values()).anyMatch(kind -> services.contains(kind.service.getName()));
    }
}
