package build.offload.conformance.product;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.conformance.wire.http.Answer;
import build.offload.distribution.client.ControllerClient;
import build.offload.distribution.client.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sixty-four clients at once: a third of what they ask rests on a stale revision, keys come again, and connections end before
 * the answer. What was acknowledged is there, and nothing else.
 */
@Tag("B51")
class ManyClientsTest {

    private static final int CLIENTS = 64;

    @TempDir
    private Path folder;

    @Test
    void exactlyWhatWasAcknowledgedIsThere() throws Exception {
        exactlyTheAcknowledgedOnesAreThere(2_000);
    }

    @Test
    @Tag("campaign")
    @Timeout(value = 40, unit = TimeUnit.MINUTES)
    void exactlyWhatWasAcknowledgedIsThereAfterAHundredThousandRequests() throws Exception {
        exactlyTheAcknowledgedOnesAreThere(100_000);
    }

    private void exactlyTheAcknowledgedOnesAreThere(int requests) throws Exception {
        try (Product product = new Product(folder)) {
            product.up();
            Waits.until(
                    "the first pass",
                    () -> product.status().at("reconciler").text("lastAt").isPresent());
            long before = product.status().number("revision").orElseThrow();
            SharedRevision revision = new SharedRevision(before);
            List<CrowdedClient> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(new CrowdedClient(product.running().orElseThrow(), revision, i));
            }

            each(clients, client -> client.ask(requests / CLIENTS));
            each(clients, CrowdedClient::settle);

            assertThat(clients)
                    .allSatisfy(client -> assertThat(client.strange()).isEmpty());
            TreeSet<Long> committed = new TreeSet<>();
            clients.forEach(client -> committed.addAll(client.committed()));
            assertThat(committed).as("most are too late, and some are not").hasSizeGreaterThan(10);
            assertThat(clients.stream()
                            .mapToInt(client -> client.committed().size())
                            .sum())
                    .as("no revision is two commits")
                    .isEqualTo(committed.size());
            assertThat(committed)
                    .containsExactlyElementsOf(LongStream.rangeClosed(before + 1, before + committed.size())
                            .boxed()
                            .toList());
            assertThat(product.status().number("revision")).hasValue(before + committed.size());
            assertThat(revisionsOfEvents(before)).containsExactlyElementsOf(committed);
            assertThat(applied()).isEqualTo(committed.size());
            System.out.println(requests + " requests of " + CLIENTS + " clients: " + CrowdedClient.summary(clients));
        }
    }

    private interface Work {
        void of(CrowdedClient client) throws IOException;
    }

    private static void each(List<CrowdedClient> clients, Work work) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Optional<Answer>>> ends = new ArrayList<>();
            for (CrowdedClient client : clients) {
                ends.add(threads.submit(() -> {
                    work.of(client);
                    return Optional.empty();
                }));
            }
            for (Future<Optional<Answer>> end : ends) {
                end.get();
            }
        }
    }

    /** Each commit of a verb is one event, at its own revision. */
    private List<Long> revisionsOfEvents(long before) throws IOException {
        List<Long> revisions = new ArrayList<>();
        String cursor = Long.toString(before);
        List<Json> events;
        do {
            Json page = read("events", "limit=1000&after=" + cursor);
            events = page.list("events");
            events.forEach(event -> revisions.add(event.number("revision").orElseThrow()));
            cursor = page.text("nextCursor").orElseThrow();
        } while (!events.isEmpty());
        return revisions;
    }

    private int applied() throws IOException {
        int applied = 0;
        Optional<String> cursor = Optional.empty();
        do {
            Json page = read(
                    "audit",
                    "limit=1000" + cursor.map(text -> "&before=" + text).orElse(""));
            applied += (int) page.list("entries").stream()
                    .filter(entry -> entry.text("state", "").equals("applied"))
                    .count();
            cursor = page.text("nextCursor");
        } while (cursor.isPresent());
        return applied;
    }

    private Json read(String resource, String query) throws IOException {
        return ControllerClient.of(Product.places(folder))
                .get(ControllerClient.api(resource) + "?" + query)
                .expect("reading " + resource);
    }
}
