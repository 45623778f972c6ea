package build.offload.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.conformance.product.ServedProduct;
import build.offload.conformance.sshd.LoopbackSshd;
import build.offload.conformance.wire.check.Check;
import build.offload.conformance.wire.check.Group;
import build.offload.conformance.wire.check.Target;
import build.offload.conformance.wire.http.Client;
import build.offload.conformance.wire.rule.WireRules;
import build.offload.conformance.wire.run.Report;
import build.offload.conformance.wire.run.WireRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged product keeps the contract. */
class ProductWireTest {

    private static final String HOST = "here";
    private static final String DECK_TOKEN = "deck-token-of-this-test-0123456789";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** A builder is there, nothing waits, no lease is granted and no machine is measured: these have nothing to look at. */
    private static final List<String> NOTHING_TO_SEE =
            List.of("W-STATUS-23", "W-STATUS-32", "W-STATUS-34", "W-METRICS-07");

    @TempDir
    private Path folder;

    private Report examine(ServedProduct product, Optional<String> host) throws IOException {
        Target target = new Target(
                product.address(), Files.readString(product.tokenFile()).strip(), Optional.of(DECK_TOKEN), host, false);
        List<Check> core = WireRules.all().stream()
                .filter(check -> check.group() == Group.CORE)
                .toList();
        return new WireRun(target, Client.tcp(target.url(), PATIENCE)).run(core, result -> {});
    }

    private ServedProduct start() throws IOException, InterruptedException {
        Path token = Files.createDirectories(folder.resolve("config/offload")).resolve("deck-token");
        Files.createFile(token, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(token, DECK_TOKEN);
        return ServedProduct.start(folder, "[[tokens]]", "file = \"deck-token\"", "role = \"deck\"");
    }

    @Test
    void theProductKeepsTheCoreOfTheContractFromTheFirstSecondAndWithABuilder() throws Exception {
        try (ServedProduct product = start()) {
            Report empty = examine(product, Optional.empty());
            product.enrolThisMachine(HOST);
            Report serving = examine(product, Optional.of(HOST));

            assertThat(Bench.ids(empty, "failed")).as(empty.toString()).isEmpty();
            assertThat(Bench.ids(empty, "passed")).contains("W-STATUS-23", "W-METRICS-03");
            assertKept(serving);
        }
    }

    @Test
    void theProductKeepsTheCoreOfTheContractWithAHostBehindSsh() throws Exception {
        LoopbackSshd.assumeInstalled();
        try (LoopbackSshd sshd = LoopbackSshd.start(folder.resolve("sshd"));
                ServedProduct product = start()) {
            product.enrol(HOST, sshd);

            assertKept(examine(product, Optional.of(HOST)));
        }
    }

    private static void assertKept(Report serving) {
        assertThat(Bench.ids(serving, "failed")).as(serving.toString()).isEmpty();
        assertThat(Bench.ids(serving, "skipped")).containsExactlyInAnyOrderElementsOf(NOTHING_TO_SEE);
    }
}
