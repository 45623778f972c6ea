package build.offload.kernel.controller;

import build.offload.kernel.controller.Settings.Policy;
import build.offload.kernel.controller.Settings.QueueSettings;
import build.offload.kernel.controller.Settings.RetentionSettings;
import build.offload.kernel.controller.Settings.RunSettings;
import build.offload.kernel.dispatch.DispatchPolicy;
import build.offload.kernel.dispatch.DispatchPolicy.LeaseTerms;
import build.offload.kernel.reconcile.LoopSettings;
import build.offload.kernel.reconcile.LoopSettings.JobLimits;
import build.offload.kernel.reconcile.Retention;

/** What the policy means to each package below. */
final class Policies {

    private Policies() {}

    static DispatchPolicy dispatch(Policy policy) {
        QueueSettings queue = policy.queue();
        DispatchPolicy standard = DispatchPolicy.standard();
        return new DispatchPolicy(
                policy.enabled() && policy.problem().isEmpty(),
                queue.staleAfter(),
                queue.overloadFactor(),
                standard.placementsPerPass(),
                queue.wedgeAfter(),
                new LeaseTerms(queue.lease().lasts(), queue.lease().jobs()));
    }

    static JobLimits limits(Policy policy) {
        RunSettings run = policy.run();
        return new JobLimits(
                run.timeLimit(),
                run.outputLimitBytes(),
                run.outputLimitFiles(),
                run.logLimitBytes(),
                run.workspaceRetention());
    }

    static Retention retention(Policy policy) {
        RetentionSettings retention = policy.retention();
        return new Retention(
                retention.jobs(),
                retention.lost(),
                retention.logs(),
                retention.events(),
                retention.audit(),
                retention.mirrors(),
                retention.mirrorBytes(),
                new Retention.Workspaces(
                        retention.workspaces().idle(), retention.workspaces().bytes()));
    }

    /** Return what the loops go by: the limits on jobs as they are at any moment, the rest as it was at the start. */
    static LoopSettings loops(LivePolicy live) {
        RunSettings run = live.get().run();
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
                live::limits,
                live::retention);
    }
}
