package example.board;

import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.HostShell.ShellRequest;
import build.offload.spi.executor.HostShell.ShellResult;
import build.offload.spi.probe.CapabilityProbe;
import java.util.List;
import java.util.Optional;

/** Finds out whether a host has a measuring board, and which version its firmware has. No host needs one to take jobs. */
public final class BoardProbe implements CapabilityProbe {

    private static final String BOARD = "board";

    @Override
    public String name() {
        return BOARD;
    }

    @Override
    public ProbeReport probe(ProbeRequest request) throws ExecutorException {
        ShellResult said = request.shell()
                .run(new ShellRequest(List.of("cat", request.workspaceRoot() + "/board"), "", request.budget()));
        Finding finding = said.exitCode() == 0
                ? new Finding(BOARD, true, false, Optional.of(said.stdout().strip()), Optional.empty())
                : new Finding(BOARD, false, false, Optional.empty(), Optional.of("no board is plugged in"));
        return new ProbeReport(List.of(finding), Optional.empty());
    }
}
