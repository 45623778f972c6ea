package build.offload.kernel.controller;

import build.offload.kernel.ci.CiReconcileStep;
import build.offload.kernel.dispatch.AdmissionReconcileStep;
import build.offload.kernel.dispatch.ConfigurationStep;
import build.offload.kernel.dispatch.DispatchPolicy;
import build.offload.kernel.dispatch.FreedStep;
import build.offload.kernel.dispatch.LeaseExpiredStep;
import build.offload.kernel.dispatch.PlaceStep;
import build.offload.kernel.dispatch.RecallSpillStep;
import build.offload.kernel.dispatch.SpillStep;
import build.offload.kernel.dispatch.WedgedStep;
import build.offload.kernel.fleet.CircuitProbedStep;
import build.offload.kernel.fleet.DesiredModeStep;
import build.offload.kernel.fleet.DrainStep;
import build.offload.kernel.fleet.EditStep;
import build.offload.kernel.fleet.EnrolStep;
import build.offload.kernel.fleet.IdleStep;
import build.offload.kernel.fleet.ObservedStep;
import build.offload.kernel.fleet.QuarantineStep;
import build.offload.kernel.fleet.RemoveStep;
import build.offload.kernel.fleet.RestoreStep;
import build.offload.kernel.fleet.SilentStep;
import build.offload.kernel.fleet.UnquarantineStep;
import build.offload.kernel.fleet.WorkstationStep;
import build.offload.kernel.job.BlockedStep;
import build.offload.kernel.job.CancelStep;
import build.offload.kernel.job.CancelledStep;
import build.offload.kernel.job.CollectedStep;
import build.offload.kernel.job.ControllerGoneStep;
import build.offload.kernel.job.DiscardStep;
import build.offload.kernel.job.DiscardWorkspaceStep;
import build.offload.kernel.job.ExitedStep;
import build.offload.kernel.job.FailedStep;
import build.offload.kernel.job.ForgetStep;
import build.offload.kernel.job.PreparedStep;
import build.offload.kernel.job.PromotedStep;
import build.offload.kernel.job.PublishStep;
import build.offload.kernel.job.ReadableStep;
import build.offload.kernel.job.RetryStep;
import build.offload.kernel.job.StartRefusedStep;
import build.offload.kernel.job.StartedStep;
import build.offload.kernel.job.SubmitStep;
import build.offload.kernel.job.SweptStep;
import build.offload.kernel.job.UnreadableStep;
import build.offload.kernel.job.WorkspaceDiscardedStep;
import build.offload.kernel.transition.ConfigurationRead;
import build.offload.kernel.transition.ControllerGone;
import build.offload.kernel.transition.DecideOutputs;
import build.offload.kernel.transition.DecideOutputs.Decision;
import build.offload.kernel.transition.DiscardWorkspace;
import build.offload.kernel.transition.DispatchFreed;
import build.offload.kernel.transition.DispatchWedged;
import build.offload.kernel.transition.EditHost;
import build.offload.kernel.transition.ForgetOld;
import build.offload.kernel.transition.LeaseExpired;
import build.offload.kernel.transition.RowReadable;
import build.offload.kernel.transition.RowUnreadable;
import build.offload.kernel.transition.SpillJob;
import build.offload.kernel.transition.Step;
import build.offload.kernel.transition.Steps;
import build.offload.kernel.transition.Transition;
import build.offload.kernel.transition.Transition.AttemptStep;
import build.offload.kernel.transition.Transition.Observation;
import build.offload.kernel.transition.Transition.Operation;
import build.offload.kernel.transition.Transition.Verb;
import build.offload.kernel.transition.WorkspaceDiscarded;
import build.offload.kernel.transition.WorkstationSeen;
import build.offload.spi.model.JobId;
import java.util.function.Supplier;

/** Says for every transition there is which class holds its guard and its effect. A new one does not compile without. */
record Rules(Supplier<DispatchPolicy> dispatch) implements Steps {

    @Override
    public Step of(Transition transition) {
        return switch (transition) {
            case Verb verb -> of(verb);
            case Operation operation -> of(operation);
            case Observation observation -> of(observation);
        };
    }

    private static Step of(Verb verb) {
        return switch (verb) {
            case Transition.BoxDrain drain -> new DrainStep(drain);
            case Transition.BoxRestore restore -> new RestoreStep(restore);
            case Transition.HostQuarantine quarantine -> new QuarantineStep(quarantine);
            case Transition.HostUnquarantine unquarantine -> new UnquarantineStep(unquarantine);
            case Transition.AdmissionReconcile reconcile -> new AdmissionReconcileStep(reconcile);
            case Transition.JobRetry retry -> new RetryStep(retry);
            case Transition.CiReconcile reconcile -> new CiReconcileStep(reconcile);
            case Transition.RecallSpill recall -> new RecallSpillStep(recall);
        };
    }

    private Step of(Operation operation) {
        return switch (operation) {
            case Transition.EnrolHost enrol -> new EnrolStep(enrol);
            case EditHost edit -> new EditStep(edit);
            case Transition.RemoveHost remove -> new RemoveStep(remove);
            case Transition.SetDesiredMode mode -> new DesiredModeStep(mode);
            case Transition.SubmitJob submit -> new SubmitStep(submit, dispatch.get());
            case Transition.CancelJob cancel -> new CancelStep(cancel);
            case DecideOutputs(JobId job, Decision decision) ->
                switch (decision) {
                    case PUBLISH -> new PublishStep(job);
                    case DISCARD -> new DiscardStep(job);
                };
            case ForgetOld forget -> new ForgetStep(forget);
            case DiscardWorkspace discard -> new DiscardWorkspaceStep(discard);
        };
    }

    private Step of(Observation observation) {
        return switch (observation) {
            case WorkstationSeen seen -> new WorkstationStep(seen);
            case Transition.HostObserved observed ->
                new ObservedStep(observed, dispatch.get().staleAfter());
            case Transition.HostSilent silent ->
                new SilentStep(silent, dispatch.get().staleAfter());
            case Transition.HostIdle idle -> new IdleStep(idle);
            case Transition.CircuitProbed probed -> new CircuitProbedStep(probed);
            case ControllerGone gone -> new ControllerGoneStep(gone);
            case ConfigurationRead read -> new ConfigurationStep(read);
            case DispatchWedged wedged -> new WedgedStep(wedged);
            case DispatchFreed _ -> new FreedStep();
            case RowUnreadable unreadable -> new UnreadableStep(unreadable);
            case RowReadable readable -> new ReadableStep(readable);
            case WorkspaceDiscarded discarded -> new WorkspaceDiscardedStep(discarded);
            case SpillJob spill -> new SpillStep(spill, dispatch.get());
            case LeaseExpired expired -> new LeaseExpiredStep(expired);
            case Transition.PlaceTickets place -> new PlaceStep(place, dispatch.get());
            case AttemptStep step -> of(step);
        };
    }

    private static Step of(AttemptStep step) {
        return switch (step) {
            case Transition.AttemptPrepared prepared -> new PreparedStep(prepared);
            case Transition.AttemptStarted started -> new StartedStep(started);
            case Transition.AttemptExited exited -> new ExitedStep(exited);
            case Transition.AttemptCollected collected -> new CollectedStep(collected);
            case Transition.AttemptPromoted promoted -> new PromotedStep(promoted);
            case Transition.PublicationBlocked blocked -> new BlockedStep(blocked);
            case Transition.AttemptFailed failed -> new FailedStep(failed);
            case Transition.AttemptCancelled cancelled -> new CancelledStep(cancelled);
            case Transition.StartRefused refused -> new StartRefusedStep(refused);
            case Transition.AttemptSwept swept -> new SweptStep(swept);
        };
    }
}
