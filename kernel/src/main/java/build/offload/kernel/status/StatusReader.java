package build.offload.kernel.status;

import build.offload.spi.frontend.Controller.StatusPage;
import build.offload.spi.frontend.ControllerStatus;
import build.offload.spi.frontend.ControllerStatus.Capacity;
import build.offload.spi.frontend.ControllerStatus.HostStatus;
import build.offload.spi.frontend.ControllerStatus.Reconciler;
import build.offload.spi.model.HostRole;
import build.offload.spi.model.HostState;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Builds the complete snapshot behind {@code /status}, by the rules of the wire contract, from one reading. Safe for use by
 * several threads.
 */
public final class StatusReader {

    /** The order in which one builder's state is better than another's; degraded is what is left. */
    private static final List<HostState> BEST_FIRST =
            List.of(HostState.AVAILABLE, HostState.RESTORING, HostState.DRAINING, HostState.MAINTENANCE);

    private final ClusterSource source;
    private final String tagPrefix;
    private Optional<Page> latest = Optional.empty();

    private record Page(ClusterReading reading, StatusPage page, long number) {}

    /**
     * Create a reader.
     *
     * @param tagPrefix what sets the entity tags of this process apart from those of any other
     */
    public StatusReader(ClusterSource source, String tagPrefix) {
        this.source = source;
        this.tagPrefix = tagPrefix;
    }

    /**
     * Return the status and its entity tag. The tag is another exactly when the content is.
     *
     * @throws build.offload.spi.frontend.Controller.StoreUnavailableException when the store cannot be read
     */
    public StatusPage status() {
        return page(source.current());
    }

    /** Return the status that a reading shows. */
    public synchronized StatusPage page(ClusterReading reading) {
        Page page = latest.filter(known -> known.reading().equals(reading)).orElseGet(() -> next(reading));
        latest = Optional.of(page);
        return page.page();
    }

    private Page next(ClusterReading reading) {
        ControllerStatus status = build(reading);
        long number = latest.map(
                        before -> before.page().status().equals(status) ? before.number() : before.number() + 1)
                .orElse(1L);
        return new Page(reading, new StatusPage(status, tagPrefix + "-" + number), number);
    }

    private static ControllerStatus build(ClusterReading reading) {
        boolean open = reading.open();
        Targets targets = new Targets(reading.fleet(), open);
        DispatchVerdict verdict = DispatchVerdict.of(reading, targets);
        return new ControllerStatus(
                reading.desired(),
                observed(reading),
                reading.revision(),
                LeaseProjection.lease(reading),
                capacity(reading, open),
                reconciler(reading),
                verdict.dispatch(),
                hosts(reading),
                QueueProjection.of(reading, reading.settings().sloSeconds(), targets, verdict.wedge()),
                Stream.concat(reading.running().stream(), reading.finished().stream())
                        .map(RunFacts::remote)
                        .toList());
    }

    private static HostState observed(ClusterReading reading) {
        ControllerCondition condition = reading.condition();
        if (condition.configurationProblem().isPresent() || condition.journal().isPresent()) {
            return HostState.DEGRADED;
        }
        List<HostFacts> builders = reading.hosts().stream()
                .filter(host -> host.row().role() == HostRole.BUILDER)
                .toList();
        return builders.isEmpty() ? HostState.AVAILABLE : best(builders, reading);
    }

    private static HostState best(List<HostFacts> builders, ClusterReading reading) {
        Instant now = reading.at();
        Duration staleAfter = reading.settings().policy().staleAfter();
        boolean blind = builders.stream().noneMatch(host -> host.observable(now, staleAfter));
        return BEST_FIRST.stream()
                .filter(state -> !blind)
                .filter(state ->
                        builders.stream().anyMatch(host -> host.status().state() == state))
                .findFirst()
                .orElse(HostState.DEGRADED);
    }

    private static Capacity capacity(ClusterReading reading, boolean open) {
        return new Capacity(
                reading.fleet().builders().size(),
                open ? reading.fleet().idleSlots() : 0,
                reading.fleet().overloaded());
    }

    private static Reconciler reconciler(ClusterReading reading) {
        LoopState loop = reading.condition().loop();
        return new Reconciler(loop.healthy(reading.at()), loop.lastPassAt());
    }

    private static SortedMap<String, HostStatus> hosts(ClusterReading reading) {
        SortedMap<String, HostStatus> hosts = new TreeMap<>();
        reading.hosts().forEach(host -> hosts.put(host.row().name().value(), host.status()));
        return Collections.unmodifiableSortedMap(hosts);
    }
}
