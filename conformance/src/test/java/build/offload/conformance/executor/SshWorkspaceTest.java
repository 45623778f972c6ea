package build.offload.conformance.executor;

import build.offload.conformance.sshd.LoopbackSshd;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract of workspaces over a real SSH server. What a host does is the same program on any way, and each build tests it without a
 * connection.
 */
@Tag("campaign")
class SshWorkspaceTest extends WorkspaceContract {

    @TempDir
    private static Path serverFolder;

    private static LoopbackSshd sshd;

    @BeforeAll
    static void startServer() throws Exception {
        LoopbackSshd.assumeInstalled();
        sshd = LoopbackSshd.start(serverFolder.resolve("sshd"));
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
