package build.offload.distribution.launcher;

import build.offload.distribution.configuration.Configuration;
import build.offload.distribution.configuration.ConfigurationFile;
import build.offload.distribution.configuration.Places;
import build.offload.kernel.controller.Settings.Policy;
import build.offload.kernel.controller.Settings.PolicySource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Notices that the configuration file was changed, by looking at it. A file is read only when it has rested for a moment: one
 * that is just being written is empty at first, and would say something else than its author means.
 */
final class ConfigurationWatch implements PolicySource {

    private static final Duration REST = Duration.ofMillis(500);

    private final Places places;
    private final Configuration started;
    private final LongSupplier nanos;
    private String given;
    private Optional<Look> seen = Optional.empty();
    private boolean taken;

    private record Look(Object file, long since) {}

    /** Create a watch over the file of a controller that was started with this configuration and goes by this policy. */
    ConfigurationWatch(Places places, Configuration started, String digest, LongSupplier nanos) {
        this.places = places;
        this.started = started;
        this.given = digest;
        this.nanos = nanos;
    }

    @Override
    public Optional<Policy> changed() {
        if (!rested(file())) {
            return Optional.empty();
        }
        taken = true;
        Policy policy = KernelPolicy.of(ConfigurationFile.read(places), started);
        if (policy.digest().equals(given)) {
            return Optional.empty();
        }
        given = policy.digest();
        return Optional.of(policy);
    }

    /** Return whether the file is another than the one that was last read, and has been for a while. */
    private boolean rested(Object file) {
        long now = nanos.getAsLong();
        if (seen.filter(look -> look.file().equals(file)).isEmpty()) {
            seen = Optional.of(new Look(file, now));
            taken = false;
        }
        return !taken && now - seen.orElseThrow().since() >= REST.toNanos();
    }

    /** Return what is another object when the file is another, or says something else. */
    private Object file() {
        try {
            BasicFileAttributes attributes = Files.readAttributes(places.configuration(), BasicFileAttributes.class);
            return List.of(attributes.lastModifiedTime(), attributes.size(), String.valueOf(attributes.fileKey()));
        } catch (IOException absentOrUnreadable) {
            return absentOrUnreadable.getClass();
        }
    }
}
