package build.offload.kernel.simulation;

/** What holds whatever hosts, operators and the controller go through. */
enum Rule {
    /** A job has a ticket exactly while it waits, and an attempt under way exactly while it is under way itself. */
    LEDGER,
    /** At most one attempt of a job is under way, and at most one of its commands lives anywhere. */
    ONE_LIVE_ATTEMPT,
    /** No host has more slots taken than it has. */
    SLOTS,
    /** Nothing is placed on a host after its drain was committed. */
    DRAINED,
    /** A job is placed only where everything is open to it, and all that it needs was found. */
    ELIGIBLE,
    /** Of jobs with equal needs, the one that was queued first is placed first. */
    FIFO,
    /** The revision moves by one with each verb, and with nothing that an operator's decision could not depend on. */
    REVISION,
    /** Events are numbered without gaps, and every transition that changed something left one. */
    EVENTS,
    /** The workstation takes a job only under a lease that is bounded, and that the rule or the submission allows. */
    SPILL,
    /** Nothing is given up of what an operator has still to decide about. */
    KEPT,
    /** What a host keeps for the next build is in the hands of one attempt at most, and is not removed from under that. */
    ONE_HOLDER,
    /** Nothing is put into a checkout that is not what it was when the job was submitted. */
    COMPARED,
    /** No command is started twice under one attempt. */
    STARTED_ONCE,
    /** What comes late of an attempt changes nothing. */
    FENCED,
    /** Nothing is removed from under a living command, and no step fails by a mistake. */
    NO_MISTAKE,
    /** Once faults stop, everything comes to an end. */
    ENDS
}
