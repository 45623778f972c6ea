package build.offload.kernel.controller;

import build.offload.kernel.transition.DecideOutputs;
import build.offload.kernel.transition.DecideOutputs.Decision;
import build.offload.kernel.transition.DiscardWorkspace;
import build.offload.kernel.transition.DiscardWorkspace.Reason;
import build.offload.kernel.transition.Transition;
import build.offload.spi.executor.HostKey;
import build.offload.spi.frontend.AccessGuard.Caller;
import build.offload.spi.frontend.Controller;
import build.offload.spi.frontend.OperatorCall;
import build.offload.spi.frontend.Query;
import build.offload.spi.model.HostAddress;
import build.offload.spi.model.JobId;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/** What frontends see of the controller. */
final class Gateway implements Controller {

    private final Reads reads;
    private final Gate gate;
    private final Gathering gathering;
    private final JobWatch watch;

    /** The read side. */
    interface Reads {
        StatusPage status();

        List<Metric> metrics();

        <R> R query(Query<R> query);
    }

    /** Those that have more to do for a wish than to hand it on. */
    record Gathering(Enrolment enrolment, Removal removal, Submissions submissions, Cleaning cleaning) {}

    Gateway(Reads reads, Gate gate, Gathering gathering, JobWatch watch) {
        this.reads = reads;
        this.gate = gate;
        this.gathering = gathering;
        this.watch = watch;
    }

    @Override
    public StatusPage status() {
        return reads.status();
    }

    @Override
    public List<Metric> metrics() {
        return reads.metrics();
    }

    @Override
    public <R> R query(Query<R> query) {
        return reads.query(query);
    }

    @Override
    public Answer transition(Caller caller, VerbCall call) {
        Gate.Envelope envelope =
                new Gate.Envelope(caller, call.idempotencyKey(), OptionalLong.of(call.expectedRevision()));
        return gate.ask(envelope, VerbReader.read(call));
    }

    @Override
    public Answer perform(Caller caller, OperatorCall call) {
        Gate.Envelope envelope = new Gate.Envelope(caller, call.idempotencyKey(), call.expectedRevision());
        return switch (call) {
            case OperatorCall.EnrolHost enrol -> gathering.enrolment().enrol(envelope, enrol);
            case OperatorCall.EditHost edit -> gathering.enrolment().edit(envelope, edit);
            case OperatorCall.SubmitJob submit -> gathering.submissions().submit(envelope, submit);
            case OperatorCall.RemoveHost remove -> gathering.removal().remove(envelope, remove);
            case OperatorCall.SetDesiredMode mode -> gate.ask(envelope, new Transition.SetDesiredMode(mode.mode()));
            case OperatorCall.CancelJob cancel ->
                gate.ask(envelope, new Transition.CancelJob(cancel.job(), Transition.CancelJob.REQUESTED));
            case OperatorCall.PublishJob publish ->
                gate.ask(envelope, new DecideOutputs(publish.job(), Decision.PUBLISH));
            case OperatorCall.CollectGarbage _ -> gathering.cleaning().collect(envelope);
            case OperatorCall.DiscardWorkspace discard ->
                gate.ask(envelope, new DiscardWorkspace(discard.host(), discard.checkout(), Reason.REQUESTED));
            case OperatorCall.DiscardJob discard ->
                gate.ask(envelope, new DecideOutputs(discard.job(), Decision.DISCARD));
        };
    }

    @Override
    public List<HostKey> offeredKeys(String executor, HostAddress address) {
        return gathering.enrolment().offeredKeys(executor, address);
    }

    @Override
    public void watch(JobId job, long stdoutOffset, long stderrOffset, Duration budget, JobObserver observer) {
        watch.watch(job, stdoutOffset, stderrOffset, budget, observer);
    }
}
