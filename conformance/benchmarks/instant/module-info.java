/** Hosts on which every command ends as soon as it is started. */
module bench.instant {
    requires build.offload.spi;

    provides build.offload.spi.executor.Executor with
            bench.InstantExecutor;
}
