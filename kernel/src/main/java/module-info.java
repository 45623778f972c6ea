import org.jspecify.annotations.NullMarked;

/** The control plane itself: store, transitions, scheduler, reconcile loop, ledger, coordination. */
@NullMarked
module build.offload.kernel {
    requires transitive build.offload.spi;
    requires com.fasterxml.jackson.core;
    requires java.sql;
    requires static org.jspecify;
    requires org.xerial.sqlitejdbc;

    exports build.offload.kernel.controller;
}
