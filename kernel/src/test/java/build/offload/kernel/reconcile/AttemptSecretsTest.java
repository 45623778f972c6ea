package build.offload.kernel.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.kernel.redact.Redactor;
import build.offload.kernel.rig.Call;
import build.offload.kernel.rig.Death;
import build.offload.kernel.rig.Order;
import build.offload.kernel.rig.Rig;
import build.offload.kernel.rig.RigSettings;
import build.offload.kernel.rig.ScriptedHost;
import build.offload.kernel.rig.Trouble;
import build.offload.spi.executor.OutputSink.Stream;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import build.offload.spi.model.SecretName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An attempt gets its secrets from a store that may be out of reach at any moment. */
@Tag("B101")
class AttemptSecretsTest {

    private static final AttemptId ATTEMPT = AttemptId.parse("a".repeat(64) + ".1");

    /** What the scripted host prints is "output of attempt 1". */
    private String value = "output of";

    private Rig rig;
    private ScriptedHost a;

    @BeforeEach
    void start(@TempDir Path folder) {
        rig = new Rig(folder, RigSettings.standard().with((SecretReader) this::read));
        a = rig.enrolled("a", 1);
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    private Map<SecretName, String> read(Collection<SecretName> names) throws IOException {
        if (value.isEmpty()) {
            throw new IOException("the store is locked; unlock it");
        }
        return names.stream().collect(Collectors.toMap(name -> name, _ -> value));
    }

    private String log(JobId job) throws IOException {
        return Files.readString(rig.files().log(new AttemptId(job, 1), Stream.STDOUT));
    }

    @Test
    void whatIsPrintedOfASecretIsCoveredHere() throws Exception {
        JobId job = rig.submit(Order.named("key-1").reading("TOKEN"));

        rig.until(job, JobStage.SUCCEEDED);

        assertThat(log(job)).isEqualTo("********* attempt 1\n");
    }

    @Test
    void aJobWhoseSecretCannotBeHadFailsWithoutHavingRun() {
        value = "";
        JobId job = rig.submit(Order.named("key-1").reading("TOKEN"));

        rig.until(job, JobStage.FAILED);

        assertThat(rig.ledger().why(job)).isEqualTo("secret-unavailable");
        assertThat(rig.ledger().job(job).progress().ending().orElseThrow().message())
                .isEqualTo("the store is locked; unlock it");
        assertThat(a.started()).isEmpty();
        assertThat(rig.ledger().slots("a")).isZero();
    }

    @Test
    void aCommandThatRunsIsAttachedToWithoutItsSecretAndItsOutputWaitsForIt() throws Exception {
        // given a controller that died when the command was started, and a store that is locked since
        a.once(Call.START, Trouble.deathAfter());
        JobId job = rig.submit(Order.named("key-1").reading("TOKEN"));
        assertThatThrownBy(() -> rig.advanceBySeconds(30)).isInstanceOf(Death.class);
        value = "";
        rig.restart();

        // when time goes by, far longer than a host may be out of reach
        rig.until(job, JobStage.RUNNING);
        rig.advanceBySeconds(1_800);

        // then it is neither lost nor is anything of its output here, until the store is unlocked
        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.RUNNING);
        assertThat(rig.files().log(new AttemptId(job, 1), Stream.STDOUT)).doesNotExist();
        value = "output of";
        rig.until(job, JobStage.SUCCEEDED);
        assertThat(log(job)).isEqualTo("********* attempt 1\n");
        assertThat(a.started()).hasSize(1);
    }

    @Test
    void theRedactorKnowsAValueForAsLongAsAnAttemptHasIt() throws Exception {
        Redactor redactor = new Redactor();
        AttemptSecrets secrets = new AttemptSecrets(this::read, redactor);
        AttemptId other = AttemptId.parse("b".repeat(64) + ".1");
        List<SecretName> names = List.of(new SecretName("TOKEN"));

        secrets.of(ATTEMPT, names);
        secrets.of(other, names);
        secrets.keepOnly(Set.of(other));
        assertThat(redactor.redact("an output of it")).isEqualTo("an [REDACTED:known] it");

        secrets.keepOnly(Set.of());
        assertThat(redactor.redact("an output of it")).isEqualTo("an output of it");
    }

    @Test
    void aValueThatCouldNotBeToldFromOrdinaryTextIsRefused() {
        AttemptSecrets secrets = new AttemptSecrets(this::read, new Redactor());
        value = " short ";

        assertThatThrownBy(() -> secrets.check(List.of(new SecretName("TOKEN"))))
                .isInstanceOf(IOException.class)
                .hasMessage("the secret 'TOKEN' has fewer than 6 characters, so that it could not be told from ordinary"
                        + " output; give it a longer value");
    }
}
