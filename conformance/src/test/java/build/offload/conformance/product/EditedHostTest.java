package build.offload.conformance.product;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.conformance.sshd.LoopbackSshd;
import build.offload.distribution.client.Json;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host is used and reached otherwise without being enrolled anew, as long as it is the same machine with a key that is known. */
class EditedHostTest {

    @TempDir
    private static Path folder;

    private static SshFleet fleet;
    private static LoopbackSshd other;

    @BeforeAll
    static void start() throws Exception {
        LoopbackSshd.assumeInstalled();
        fleet = SshFleet.start(folder, 1);
        other = LoopbackSshd.start(folder.resolve("other"));
    }

    @AfterAll
    static void stop() throws Exception {
        if (other != null) {
            other.close();
        }
        if (fleet != null) {
            fleet.close();
        }
    }

    private static Outcome edit(String... options) throws Exception {
        return fleet.product().offload(Lines.of("hosts", "edit", SshFleet.HOST, options));
    }

    private static Json host() throws Exception {
        return fleet.product().read("hosts", SshFleet.HOST);
    }

    @Test
    void wayThatIsAnotherIsTakenOnceItsKeyIsConfirmedAndLeadsToTheSameMachine() throws Exception {
        // given
        String before = host().text("address", "");
        String address = other.address().toString();
        String key = other.hostKey().fingerprint();

        // when the address alone is changed, where another key is offered
        Outcome unknown = edit(
                "--address", address, "--identity-file", other.identityFile().toString());

        // then
        assertThat(unknown.exit()).as(unknown.toString()).isEqualTo(77);
        assertThat(unknown.err()).contains("the host offers " + key);
        assertThat(host().text("address")).contains(before);

        // when the key is confirmed
        Outcome known = edit(
                "--address", address, "--identity-file", other.identityFile().toString(), "--host-key", key);

        // then it is the same host behind another door, and builds again
        assertThat(known.exit()).as(known.toString()).isZero();
        assertThat(known.out()).contains(SshFleet.HOST + " is changed", "once its probes are green");
        fleet.product().awaitHost(SshFleet.HOST, "available");
        assertThat(host().text("address")).contains(address);
        assertThat(host().text("fingerprint")).contains(key);
        Project project = fleet.project("rekeyed").file("readme", "").commit();
        Outcome run = fleet.product().offload(project.root(), "run", "--", "true");
        assertThat(run.exit()).as(run.toString()).isZero();
    }

    @Test
    void buildForALabelThatNoHostHasIsToldSoAndTakenOnceOneHasIt() throws Exception {
        Project project = fleet.project("labelled")
                .file("offload.toml", "version = 1\n[commands.there]\nargv = ['true']\nlabels = { zone = 'z' }\n")
                .commit();

        Outcome submitted = fleet.product().offload(project.root(), "run", "--detach", "there");
        String job = submitted.out().strip();

        assertThat(submitted.err()).contains("it is not labelled zone=z");
        assertThat(fleet.product().offload("why", job).out())
                .contains(SshFleet.HOST, "label-missing", "it is not labelled zone=z");
        assertThat(edit("--label", "zone=z").exit()).isZero();
        Waits.until(
                "the build's end",
                () -> fleet.product().read("jobs", job).text("stage", "").equals("succeeded"));
    }

    @Test
    void slotsAndLabelsAreChangedInPlace() throws Exception {
        Outcome done = edit("--slots", "3", "--label", "rack=b");

        assertThat(done.exit()).as(done.toString()).isZero();
        assertThat(host().number("slots")).hasValue(3);
        assertThat(host().at("labels").text("rack")).contains("b");
        assertThat(edit("--slots", "3").out()).contains("was so already");
        assertThat(fleet.product().offload("audit", "--kind", "host-edit").out())
                .contains("slots=3", "applied");
    }
}
