package build.offload.conformance.executor;

/** The contract of workspaces, on this machine without any connection. */
class LocalWorkspaceTest extends WorkspaceContract {

    @Override
    VisibleBench open() throws Exception {
        return LocalBuildHostTest.in(folder);
    }
}
