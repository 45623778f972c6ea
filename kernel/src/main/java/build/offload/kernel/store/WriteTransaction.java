package build.offload.kernel.store;

/** The store under the writer lock: reads see what this transaction wrote, and nobody else does until it commits. */
public final class WriteTransaction extends ReadTransaction {

    private final ClusterRows cluster;
    private final IntentRows intents;
    private final ReplayRows replays;
    private final EventRows events;
    private final ProjectionRows projections;
    private final ControllerRows controllers;
    private final IncidentRows incidents;
    private final FleetRows fleet;
    private final QueueRows queue;
    private final JobRows jobs;
    private final RetentionRows retention;
    private final LeaseRows leases;
    private final WorkspaceRows workspaces;

    WriteTransaction(Sql sql) {
        super(sql);
        cluster = new ClusterRows(sql);
        intents = new IntentRows(sql);
        replays = new ReplayRows(sql);
        events = new EventRows(sql);
        projections = new ProjectionRows(sql);
        controllers = new ControllerRows(sql);
        incidents = new IncidentRows(sql);
        fleet = new FleetRows(sql);
        queue = new QueueRows(sql);
        jobs = new JobRows(sql);
        retention = new RetentionRows(sql);
        leases = new LeaseRows(sql);
        workspaces = new WorkspaceRows(sql);
    }

    @Override
    public ClusterRows cluster() {
        return cluster;
    }

    @Override
    public IntentRows intents() {
        return intents;
    }

    @Override
    public ReplayRows replays() {
        return replays;
    }

    @Override
    public EventRows events() {
        return events;
    }

    @Override
    public ProjectionRows projections() {
        return projections;
    }

    @Override
    public ControllerRows controllers() {
        return controllers;
    }

    @Override
    public IncidentRows incidents() {
        return incidents;
    }

    @Override
    public FleetRows fleet() {
        return fleet;
    }

    @Override
    public QueueRows queue() {
        return queue;
    }

    @Override
    public JobRows jobs() {
        return jobs;
    }

    @Override
    public RetentionRows retention() {
        return retention;
    }

    @Override
    public LeaseRows leases() {
        return leases;
    }

    @Override
    public WorkspaceRows workspaces() {
        return workspaces;
    }
}
