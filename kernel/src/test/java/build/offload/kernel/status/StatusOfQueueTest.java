package build.offload.kernel.status;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.store.JobRow;
import build.offload.spi.executor.HostIdentity;
import build.offload.spi.frontend.ControllerStatus.Owner;
import build.offload.spi.frontend.ControllerStatus.QueueStatus;
import build.offload.spi.frontend.ControllerStatus.QueueTicket;
import build.offload.spi.model.HostName;
import build.offload.spi.model.HostState;
import build.offload.spi.model.ProcessIdentity;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatusOfQueueTest {

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
    void anEmptyQueueHasNoAgesAndNothingOptional() {
        cluster.builder("a");

        assertThat(queue())
                .isEqualTo(
                        new QueueStatus(0, 0, 0, 60, Optional.empty(), Optional.empty(), List.of(), Optional.empty()));
    }

    @Test
    void ticketsAreInTheOrderOfTheQueueAndCounted() {
        cluster.submit("first");
        cluster.submit("second");
        JobRow placed = cluster.submit("third");
        cluster.submit("fourth");
        cluster.place(placed, cluster.builder("a"));

        assertThat(queue().depth()).isEqualTo(3);
        assertThat(queue().tickets()).extracting(QueueTicket::key).containsExactly("first", "second", "fourth");
        assertThat(queue().tickets()).extracting(QueueTicket::position).containsExactly(1, 2, 3);
    }

    @Test
    void aTicketSaysWhoseItIsAndHowLongItHasWaited() {
        cluster.submit("k");
        cluster.advance(Duration.ofMillis(2500));

        assertThat(queue().tickets())
                .containsExactly(new QueueTicket(
                        1,
                        "k",
                        "shop",
                        new Owner(Jobs.OWNER.pid(), Jobs.OWNER.startTicks(), Optional.empty()),
                        2.5,
                        "waiting",
                        Optional.empty()));
    }

    @Test
    void aDetachedJobIsItsControllersOwn() {
        cluster.submit(Jobs.job("k", cluster.now(), Jobs.build("make", List.of()), Jobs.OWNER, true));

        assertThat(queue().tickets().getFirst().owner()).isEqualTo(controllersOwn());
    }

    @Test
    void afterABootAJobOfTheLastOneIsItsControllersOwn() {
        ProcessIdentity gone = new ProcessIdentity(4711, 987654, "another-boot");
        cluster.submit(Jobs.job("k", cluster.now(), Jobs.build("make", List.of()), gone, false));

        assertThat(queue().tickets().getFirst().owner()).isEqualTo(controllersOwn());
    }

    private Owner controllersOwn() {
        return new Owner(cluster.controller().pid(), cluster.controller().startTicks(), Optional.of("controller"));
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "2, 1", "19, 18", "20, 18", "21, 19", "40, 37", "100, 94", "101, 95"})
    void theNinetyFifthPercentileIsAnAgeThatOneTicketHas(int tickets, int rankFromYoungest) {
        IntStream.range(0, tickets).forEach(i -> {
            cluster.submit("k" + i);
            cluster.advance(Duration.ofSeconds(1));
        });

        assertThat(queue().oldestAgeSeconds()).isEqualTo(tickets);
        assertThat(queue().p95AgeSeconds()).isEqualTo(rankFromYoungest + 1);
    }

    @Test
    void aClockThatWasSetBackMakesNoAgeNegative() {
        cluster.submit("k");
        cluster.jumpTo(cluster.now().minusSeconds(3600));

        assertThat(queue().oldestAgeSeconds()).isZero();
        assertThat(queue().tickets().getFirst().enqueueAgeSeconds()).isZero();
    }

    @Test
    void aTicketNamesTheHostThatTheNextPassWouldChoose() {
        cluster.builder("a");
        HostName b = cluster.builder("b");
        cluster.find(b, "cobol", true, Optional.empty());
        cluster.submit(Jobs.needing("picky", cluster.now(), "cobol"));
        cluster.submit("plain");
        cluster.submit(Jobs.needing("hopeless", cluster.now(), "fortran"));

        assertThat(queue().tickets())
                .extracting(QueueTicket::dispatchTarget)
                .containsExactly(Optional.of("b"), Optional.of("a"), Optional.empty());
        assertThat(queue().dispatchTarget()).hasValue("b");
    }

    @Test
    void whatWasFoundBeforeTheHostBootedSpeaksForNoJob() {
        HostName host = cluster.builder("a");
        cluster.find(host, "cobol", true, Optional.of("3.2"));
        cluster.submit(Jobs.needing("k", cluster.now(), "cobol"));
        assertThat(queue().dispatchTarget()).hasValue("a");

        HostIdentity booted = new HostIdentity("machine-a", "boot-2", "/srv/offload", "runner");
        cluster.change("", "a", tx -> tx.fleet().answered(host, booted, Optional.empty(), List.of(), cluster.now()));

        assertThat(queue().dispatchTarget()).isEmpty();
    }

    @Test
    void theFirstTicketThatFitsSomewhereSaysWhatComesNext() {
        cluster.builder("a");
        cluster.submit(Jobs.needing("hopeless", cluster.now(), "fortran"));
        cluster.submit("plain");

        assertThat(queue().dispatchTarget()).hasValue("a");
    }

    @Test
    void aBlockedTicketIsShownAsSuchAndHasNoTarget() {
        cluster.builder("a");
        JobRow job = cluster.submit("k");
        cluster.block(job, "it has no fortran");

        assertThat(queue().tickets().getFirst().state()).isEqualTo("blocked");
        assertThat(queue().tickets().getFirst().dispatchTarget()).isEmpty();
        assertThat(queue().depth()).isEqualTo(1);
    }

    @Test
    void whereNothingIsDispatchedNothingHasATarget() {
        cluster.builder("a");
        cluster.submit("k");
        cluster.desire(HostState.MAINTENANCE);

        assertThat(queue().dispatchTarget()).isEmpty();
        assertThat(queue().tickets().getFirst().dispatchTarget()).isEmpty();
    }

    @Test
    void aFullFleetIsNobodysTarget() {
        HostName a = cluster.builder("a");
        cluster.place(cluster.submit("1"), a);
        cluster.place(cluster.submit("2"), a);
        cluster.submit("3");

        assertThat(queue().dispatchTarget()).isEmpty();
    }

    @Test
    void onlySoManyDifferentNeedsAreAskedForThatTheAnswerStaysQuick() {
        cluster.builder("a");
        IntStream.range(0, 40).forEach(i -> cluster.submit(Jobs.ofClass("k" + i, cluster.now(), "class-" + i)));
        cluster.submit(Jobs.ofClass("again", cluster.now(), "class-0"));

        List<QueueTicket> tickets = queue().tickets();

        assertThat(tickets.subList(0, 32))
                .allMatch(ticket -> ticket.dispatchTarget().isPresent());
        assertThat(tickets.subList(32, 40))
                .allMatch(ticket -> ticket.dispatchTarget().isEmpty());
        assertThat(tickets.getLast().dispatchTarget()).hasValue("a");
    }

    private QueueStatus queue() {
        return cluster.status().queue();
    }
}
