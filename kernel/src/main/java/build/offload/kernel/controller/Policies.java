package build.offload.kernel.controller;

import build.offload.kernel.controller.Settings.QueueSettings;
import build.offload.kernel.controller.Settings.RunSettings;
import build.offload.kernel.dispatch.DispatchPolicy;
import build.offload.kernel.reconcile.LoopSettings;

/** What the settings mean to each package below. */
final class Policies {

    private Policies() {}

    static DispatchPolicy dispatch(Settings settings) {
        QueueSettings queue = settings.queue();
        DispatchPolicy standard = DispatchPolicy.standard();
        return new DispatchPolicy(
                settings.enabled() && settings.configurationProblem().isEmpty(),
                queue.staleAfter(),
                queue.overloadFactor(),
                standard.placementsPerPass(),
                queue.wedgeAfter());
    }

    static LoopSettings loops(Settings settings) {
        RunSettings run = settings.run();
        LoopSettings standard = LoopSettings.standard();
        return new LoopSettings(
                standard.period(),
                run.lookEvery(),
                standard.looksAtOnce(),
                standard.callLimit(),
                standard.transferLimit(),
                standard.followBudget(),
                run.lostAfter(),
                standard.ownerGrace(),
                run.cancelGrace(),
                run.timeLimit(),
                run.outputLimitBytes(),
                run.workspaceRetention());
    }
}
