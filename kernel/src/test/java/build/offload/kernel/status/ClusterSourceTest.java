package build.offload.kernel.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.kernel.store.CircuitRow;
import build.offload.kernel.store.FaultPlan.Point;
import build.offload.kernel.store.JobRow;
import build.offload.spi.frontend.Controller.StatusPage;
import build.offload.spi.frontend.Controller.StoreUnavailableException;
import build.offload.spi.frontend.ControllerStatus;
import build.offload.spi.model.HostMode;
import build.offload.spi.model.HostName;
import build.offload.spi.model.HostState;
import build.offload.spi.model.JobStage;
import build.offload.spi.probe.CapabilityProbe.HostLoad;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is kept between reads, and that it is never wrong. */
class ClusterSourceTest {

    private Cluster cluster;

    @BeforeEach
    void open() {
        cluster = new Cluster();
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void withinASecondInWhichNothingHappensTheReadingIsTheSame() {
        cluster.builder("a");
        cluster.submit("k");
        ClusterSource source = cluster.source();

        ClusterReading first = source.current();
        cluster.advance(Duration.ofMillis(999));

        assertThat(source.current()).isSameAs(first);
    }

    @Test
    void aPollThatFindsNothingNewAsksTheStoreThreeTimes() {
        cluster.builder("a");
        cluster.submit("k");
        ClusterSource source = cluster.source();
        source.current();

        cluster.faults().crashAt(Integer.MAX_VALUE);
        source.current();

        assertThat(cluster.faults().calls()).isLessThanOrEqualTo(3);
    }

    @Test
    void aChangeIsReadAloneHoweverMuchElseThereIs() {
        List<HostName> hosts = IntStream.range(0, 30)
                .mapToObj(i -> cluster.builder("host-" + i))
                .toList();
        JobRow first = cluster.submit("first");
        IntStream.range(0, 300).forEach(i -> cluster.submit("k" + i));
        ClusterSource source = cluster.source();
        source.current();
        cluster.place(first, hosts.getFirst());

        cluster.faults().crashAt(Integer.MAX_VALUE);
        ClusterReading after = source.current();

        assertThat(cluster.faults().calls()).isLessThan(20);
        assertThat(after.tickets()).hasSize(300);
        assertThat(after.running()).hasSize(1);
    }

    @Test
    void theTagStaysWhileTheContentDoes() {
        cluster.builder("a");
        StatusReader reader = cluster.reader();

        String first = reader.status().entityTag();
        cluster.advance(Duration.ofSeconds(5));
        String later = reader.status().entityTag();

        assertThat(later).isEqualTo(first);
    }

    @Test
    void theTagStaysOverAnEventThatChangedNothing() {
        HostName host = cluster.builder("a");
        StatusReader reader = cluster.reader();
        String first = reader.status().entityTag();

        cluster.change("", host.value(), tx -> {});

        assertThat(reader.status().entityTag()).isEqualTo(first);
    }

    @Test
    void theTagChangesWithTheSecondWhileAJobWaits() {
        cluster.submit("k");
        StatusReader reader = cluster.reader();
        String first = reader.status().entityTag();

        cluster.advance(Duration.ofSeconds(1));

        assertThat(reader.status().entityTag()).isNotEqualTo(first);
    }

    @Test
    void theTagChangesWithTheRevisionAndWithAPass() {
        StatusReader reader = cluster.reader();
        String first = reader.status().entityTag();
        cluster.desire(HostState.DRAINING);
        String second = reader.status().entityTag();
        cluster.pass(false);

        assertThat(List.of(first, second, reader.status().entityTag())).doesNotHaveDuplicates();
    }

    @Test
    void twoProcessesNeverGiveOneTag() {
        ClusterSource source = cluster.source();

        String one = new StatusReader(source, "one").status().entityTag();
        String two = new StatusReader(source, "two").status().entityTag();

        assertThat(one).isNotEqualTo(two);
    }

    @Test
    void whatTimeAloneMakesTrueIsSeen() {
        cluster.builder("a");
        StatusReader reader = cluster.reader();
        HostState before = reader.status().status().observed();

        cluster.advance(Duration.ofSeconds(46));

        assertThat(before).isEqualTo(HostState.AVAILABLE);
        assertThat(reader.status().status().observed()).isEqualTo(HostState.DEGRADED);
    }

    @Test
    void whatNoEventNamedIsFoundWithinTenMinutes() {
        HostName host = cluster.builder("a");
        StatusReader reader = cluster.reader();
        reader.status();
        cluster.changeInSilence(tx -> tx.fleet().setState(host, HostState.MAINTENANCE, Optional.empty()));

        cluster.advance(Duration.ofSeconds(599));
        List<String> before = Cluster.states(reader.status().status());
        cluster.advance(Duration.ofSeconds(1));

        assertThat(before).containsExactly("a=AVAILABLE");
        assertThat(Cluster.states(reader.status().status())).containsExactly("a=MAINTENANCE");
    }

    @Test
    void anUnreadableStoreIsToldInTheWordsOfTheInterface() {
        StatusReader reader = cluster.reader();
        cluster.faults().fail(Point.STATEMENT, "FROM event", 1);

        assertThatThrownBy(reader::status)
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("storage-full");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"FROM job WHERE id", "FROM attempt", "FROM host WHERE", "FROM capability", "FROM reservation"})
    void aReadThatFailsHalfWayLeavesNothingBehind(String statement) {
        HostName host = cluster.builder("a");
        JobRow waiting = cluster.submit("k");
        StatusReader reader = cluster.reader();
        reader.status();
        cluster.place(waiting, host);
        cluster.faults().fail(Point.STATEMENT, statement, 1);

        assertThatThrownBy(reader::status).isInstanceOf(StoreUnavailableException.class);

        assertThat(reader.status().status()).isEqualTo(cluster.status());
    }

    @Test
    void whatAFailedReadHadAlreadyTakenInIsNotForgotten() {
        HostName host = cluster.builder("a");
        JobRow running = cluster.place(cluster.submit("k"), host);
        StatusReader reader = cluster.reader();
        reader.status();
        cluster.requeue(running);
        cluster.faults().fail(Point.STATEMENT, "FROM host WHERE", 1);

        assertThatThrownBy(reader::status).isInstanceOf(StoreUnavailableException.class);

        assertThat(reader.status().status()).isEqualTo(cluster.status());
    }

    @Test
    void whatEventsSaidThatWereDeletedMeanwhileIsReadAllTheSame() {
        HostName host = cluster.builder("a");
        StatusReader reader = cluster.reader();
        reader.status();
        cluster.put(host, HostState.MAINTENANCE);
        cluster.change("", "", tx -> {});
        cluster.forgetEvents();

        assertThat(Cluster.states(reader.status().status())).containsExactly("a=MAINTENANCE");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void whatIsKeptEqualsWhatIsReadFromNothing(long seed) {
        Random random = new Random(seed);
        StatusReader reader = cluster.reader();
        Script script = new Script(cluster, random);

        for (int step = 0; step < 80; step++) {
            script.step();
            StatusPage kept = reader.status();
            ControllerStatus fresh = cluster.status();
            assertThat(kept.status()).as("seed %d, step %d", seed, step).isEqualTo(fresh);
        }
    }

    /** Does this and that to hosts and jobs. */
    private static final class Script {
        private final Cluster cluster;
        private final Random random;
        private final List<HostName> hosts = new ArrayList<>();
        private final List<JobRow> waiting = new ArrayList<>();
        private final List<JobRow> running = new ArrayList<>();
        private final List<JobRow> lost = new ArrayList<>();
        private int count;

        Script(Cluster cluster, Random random) {
            this.cluster = cluster;
            this.random = random;
        }

        void step() {
            count++;
            cluster.advance(Duration.ofMillis(1000 + random.nextInt(700)));
            switch (random.nextInt(12)) {
                case 0 -> hosts.add(cluster.builder("host-" + count));
                case 1, 2 -> waiting.add(cluster.submit("k" + count));
                case 3, 4 -> place();
                case 5 -> end(JobStage.SUCCEEDED);
                case 6 -> end(JobStage.LOST);
                case 7 -> requeue();
                case 8 -> drain();
                case 9 -> look();
                case 10 -> quarantine();
                default -> remove();
            }
        }

        private void place() {
            if (!waiting.isEmpty() && !hosts.isEmpty()) {
                running.add(cluster.place(waiting.remove(random.nextInt(waiting.size())), any(hosts)));
            }
        }

        private void end(JobStage stage) {
            if (!running.isEmpty()) {
                JobRow ended = cluster.end(running.remove(random.nextInt(running.size())), stage, "code");
                if (stage == JobStage.LOST) {
                    lost.add(ended);
                }
            }
        }

        private void requeue() {
            if (!lost.isEmpty()) {
                waiting.add(cluster.requeue(lost.removeLast()));
            } else if (!running.isEmpty()) {
                waiting.add(cluster.requeue(running.removeLast()));
            }
        }

        private void drain() {
            if (!hosts.isEmpty()) {
                cluster.control(any(hosts), random.nextBoolean() ? HostMode.DRAINING : HostMode.ACTIVE, count);
            }
        }

        private void look() {
            if (!hosts.isEmpty()) {
                HostName host = any(hosts);
                cluster.answer(host, Optional.of(new HostLoad(random.nextInt(20), 8)));
                cluster.find(host, "tool-" + random.nextInt(3), random.nextBoolean(), Optional.of("1." + count));
            }
        }

        private void quarantine() {
            if (!hosts.isEmpty()) {
                HostName host = any(hosts);
                if (random.nextBoolean()) {
                    cluster.open(host, "make", CircuitRow.State.OPEN);
                } else {
                    cluster.close(host, "make");
                }
            }
        }

        private void remove() {
            hosts.stream()
                    .filter(host -> cluster.store()
                            .read(tx -> tx.jobs().activeAttempts(host))
                            .isEmpty())
                    .findAny()
                    .ifPresent(host -> {
                        hosts.remove(host);
                        cluster.remove(host);
                    });
        }

        private <T> T any(List<T> list) {
            return list.get(random.nextInt(list.size()));
        }
    }
}
