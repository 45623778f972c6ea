package build.offload.conformance.executor;

import build.offload.conformance.sshd.LoopbackSshd;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The contract where the host's systemd holds what is started; each build tests what is different there. */
@Tag("campaign")
class SystemdBuildHostTest extends BuildHostContract {

    @TempDir
    private static Path serverFolder;

    private static LoopbackSshd sshd;

    @BeforeAll
    static void startServer() throws Exception {
        LoopbackSshd.assumeSystemd();
        sshd = LoopbackSshd.startWithSystemd(serverFolder.resolve("sshd"));
    }

    @AfterAll
    static void stopServer() {
        if (sshd != null) {
            sshd.close();
        }
    }

    @Override
    VisibleBench open() throws Exception {
        return SshBuildHostTest.bench(sshd, folder);
    }
}
