package build.offload.conformance.executor;

import static build.offload.conformance.executor.ExecutorFault.fault;

import build.offload.spi.executor.BuildHost;
import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.HostIdentity;
import build.offload.spi.executor.HostShell.ShellResult;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.JobId;
import build.offload.spi.model.MirrorId;
import build.offload.spi.model.TreeId;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** Mistakes about hosts, short commands and workspaces. */
final class HostFaults {

    private HostFaults() {}

    static List<ExecutorFault> all() {
        return List.of(
                fault("E-HOST-01", "says another boot each time", OtherBoot::new),
                fault("E-HOST-02", "overlooks the pinned key", PassingHost::new),
                fault("E-HOST-03", "overlooks the address", PassingHost::new),
                fault("E-HOST-04", "purges nothing", NoPurge::new),
                fault("E-HOST-04", "purges what is not ours", TotalPurge::new),
                fault(
                        "E-SHELL-01",
                        "mixes the two outputs",
                        shell(result -> new ShellResult(result.exitCode(), result.stdout() + result.stderr(), ""))),
                fault(
                        "E-SHELL-02",
                        "has another code for a missing command",
                        shell(result -> new ShellResult(
                                result.exitCode() == 127 ? 1 : result.exitCode(), result.stdout(), result.stderr()))),
                fault("E-SHELL-03", "overlooks the limit of a short command", NoLimit::new),
                fault(
                        "E-SHELL-04",
                        "hands a short command's whole output on",
                        shell(result -> new ShellResult(
                                result.exitCode(), result.stdout().repeat(2), result.stderr()))),
                fault("E-PREPARE-01", "drops empty folders", NoEmptyFolders::new),
                fault("E-PREPARE-02", "reports another tree", OtherTree::new),
                fault("E-PREPARE-03", "prepares again what was prepared", PreparesAnew::new),
                fault("E-PREPARE-04", "has one workspace for all", OneWorkspace::new),
                fault("E-PREPARE-05", "sends everything each time", ForgetfulHost::new),
                fault("E-SWEEP-01", "sweeps nothing", NoSweep::new),
                fault("E-SWEEP-02", "keeps what a build left", KeepsLeftovers::new));
    }

    private interface Change {
        ShellResult of(ShellResult result);
    }

    private static UnaryOperator<BuildHost> shell(Change change) {
        return sound -> new PassingHost(sound) {
            @Override
            public ShellResult run(ShellRequest request) throws ExecutorException {
                return change.of(sound.run(request));
            }
        };
    }

    private static final class OtherBoot extends PassingHost {
        OtherBoot(BuildHost sound) {
            super(sound);
        }

        @Override
        public HostIdentity identify() throws ExecutorException {
            HostIdentity said = sound.identify();
            String boot = UUID.randomUUID().toString();
            return new HostIdentity(said.machineId(), boot, said.workspaceRoot(), said.runner());
        }
    }

    private static final class NoPurge extends PassingHost {
        NoPurge(BuildHost sound) {
            super(sound);
        }

        @Override
        public void purge() {}
    }

    private static final class TotalPurge extends PassingHost {
        TotalPurge(BuildHost sound) {
            super(sound);
        }

        @Override
        public void purge() throws ExecutorException {
            String root = sound.identify().workspaceRoot();
            sound.run(new ShellRequest(List.of("rm", "-rf", root), "", Duration.ofSeconds(30)));
        }
    }

    private static final class NoLimit extends PassingHost {
        NoLimit(BuildHost sound) {
            super(sound);
        }

        @Override
        public ShellResult run(ShellRequest request) throws ExecutorException {
            return sound.run(new ShellRequest(request.argv(), request.input(), Duration.ofSeconds(60)));
        }
    }

    private static final class NoEmptyFolders extends PassingHost {
        NoEmptyFolders(BuildHost sound) {
            super(sound);
        }

        @Override
        public PrepareReport prepare(PrepareRequest request) throws ExecutorException {
            GitSnapshot whole = (GitSnapshot) request.snapshot();
            GitSnapshot poor = new GitSnapshot(whole.store(), whole.tree(), List.of());
            return sound.prepare(new PrepareRequest(request.attempt(), request.mirror(), poor, request.keep()));
        }
    }

    private static final class OtherTree extends PassingHost {
        OtherTree(BuildHost sound) {
            super(sound);
        }

        @Override
        public PrepareReport prepare(PrepareRequest request) throws ExecutorException {
            return new PrepareReport(
                    new TreeId("a".repeat(40)), sound.prepare(request).sentBytes());
        }
    }

    private static final class PreparesAnew extends PassingHost {
        private final Set<AttemptId> prepared = new HashSet<>();

        PreparesAnew(BuildHost sound) {
            super(sound);
        }

        @Override
        public PrepareReport prepare(PrepareRequest request) throws ExecutorException {
            if (!prepared.add(request.attempt())) {
                sound.sweep(request.attempt());
            }
            return sound.prepare(request);
        }
    }

    private static final class OneWorkspace extends PassingHost {
        OneWorkspace(BuildHost sound) {
            super(sound);
        }

        @Override
        public PrepareReport prepare(PrepareRequest request) throws ExecutorException {
            PrepareReport report = sound.prepare(request);
            if (request.attempt().number() > 1) {
                String attempts = sound.identify().workspaceRoot() + "/attempts/";
                AttemptId first = new AttemptId(request.attempt().job(), 1);
                String script = "rm -rf \"$2/work\" && ln -s \"$1/work\" \"$2/work\"";
                sound.run(new ShellRequest(
                        List.of("sh", "-c", script, "sh", attempts + first, attempts + request.attempt()),
                        "",
                        Duration.ofSeconds(30)));
            }
            return report;
        }
    }

    private static final class ForgetfulHost extends PassingHost {
        ForgetfulHost(BuildHost sound) {
            super(sound);
        }

        @Override
        public PrepareReport prepare(PrepareRequest request) throws ExecutorException {
            MirrorId another = new MirrorId(
                    JobId.of(UUID.randomUUID().toString(), request.mirror()).value());
            return sound.prepare(new PrepareRequest(request.attempt(), another, request.snapshot(), request.keep()));
        }
    }

    private static final class NoSweep extends PassingHost {
        NoSweep(BuildHost sound) {
            super(sound);
        }

        @Override
        public SweepReport sweep(AttemptId attempt) {
            return new SweepReport.Removed();
        }
    }

    /** Has the next build find what a former one ignored. */
    private static final class KeepsLeftovers extends PassingHost {
        KeepsLeftovers(BuildHost sound) {
            super(sound);
        }

        @Override
        public PrepareReport prepare(PrepareRequest request) throws ExecutorException {
            PrepareReport report = sound.prepare(request);
            if (request.attempt().number() > 1) {
                String work = sound.identify().workspaceRoot() + "/attempts/" + request.attempt() + "/work/ignored";
                sound.run(new ShellRequest(List.of("touch", work), "", Duration.ofSeconds(30)));
            }
            return report;
        }
    }
}
