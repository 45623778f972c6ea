package build.offload.kernel.store;

/** One consistent state of the store, by subject. Valid only inside the function it was handed to. */
public sealed class ReadTransaction permits WriteTransaction {

    private final ClusterReads cluster;
    private final IntentReads intents;
    private final ReplayReads replays;
    private final EventReads events;
    private final ProjectionReads projections;
    private final ControllerReads controllers;
    private final IncidentReads incidents;
    private final FleetReads fleet;
    private final QueueReads queue;
    private final JobReads jobs;
    private final RetentionReads retention;
    private final LeaseReads leases;
    private final WorkspaceReads workspaces;

    ReadTransaction(Sql sql) {
        cluster = new ClusterReads(sql);
        intents = new IntentReads(sql);
        replays = new ReplayReads(sql);
        events = new EventReads(sql);
        projections = new ProjectionReads(sql);
        controllers = new ControllerReads(sql);
        incidents = new IncidentReads(sql);
        fleet = new FleetReads(sql);
        queue = new QueueReads(sql);
        jobs = new JobReads(sql);
        retention = new RetentionReads(sql);
        leases = new LeaseReads(sql);
        workspaces = new WorkspaceReads(sql);
    }

    /** Return whether a row that {@link UnreadableRows} named can be read by now, or is gone. */
    public boolean readable(String row) {
        return new RowTrial(this).passes(row);
    }

    /** The revision and the desired mode. */
    public ClusterReads cluster() {
        return cluster;
    }

    /** The audit journal. */
    public IntentReads intents() {
        return intents;
    }

    /** Committed answers by idempotency key. */
    public ReplayReads replays() {
        return replays;
    }

    /** The event table. */
    public EventReads events() {
        return events;
    }

    /** How far the event table was written out. */
    public ProjectionReads projections() {
        return projections;
    }

    /** The controllers that share this store. */
    public ControllerReads controllers() {
        return controllers;
    }

    /** What is wrong and known. */
    public IncidentReads incidents() {
        return incidents;
    }

    /** Hosts, and what is known of them. */
    public FleetReads fleet() {
        return fleet;
    }

    /** Tickets and reservations. */
    public QueueReads queue() {
        return queue;
    }

    /** The job ledger. */
    public JobReads jobs() {
        return jobs;
    }

    /** What is over for longer than it is kept. */
    public RetentionReads retention() {
        return retention;
    }

    /** The leases under which laptops take jobs. */
    public LeaseReads leases() {
        return leases;
    }

    /** The workspaces that hosts keep. */
    public WorkspaceReads workspaces() {
        return workspaces;
    }
}
